import type { Constraint, Field, Source } from '../../catalog/field.ts';
import type { Rule } from '../../catalog/rule.ts';
import type { SyntaxNode } from '../../jobFile/syntax/syntaxNode.ts';
import { cutText } from '../../support/text/cutText.ts';
import type { Translate } from '../languageService.ts';
import { featureMessages as words, typeWords } from '../messages.ts';
import { ruleTexts } from '../problems/ruleTexts.ts';
import { escapeMarkdown, inlineCode, withoutLinks } from './markdown.ts';

interface Origin {
  readonly source: Source;
  readonly reason?: string;
}

/** One line beside a label: `a string, required`. */
export function describeType(field: Field, translate: Translate): string {
  const type = translate(typeWords[field.type.kind] ?? field.type.kind, {});
  return field.isRequired ? translate(words.requiredType, { type }) : type;
}

/** Describes everything known about a field as Markdown: meaning, limits, default, rules, and their sources. */
export function describeField(
  field: Field,
  { rules, translate }: { readonly rules: readonly Rule[]; readonly translate: Translate },
): string {
  const { typeSource = 'specification' } = field;
  const own = rules.filter(({ fields }) => fields.includes(field.name));
  const sources = new Set([typeSource, ...[...(field.constraints ?? []), ...own].map(({ source }) => source)]);
  const addOrigin = (fact: string, { source, reason }: Origin): string =>
    [
      // If every fact is only observed, the last line says so once.
      source === 'observed' && sources.size > 1 ? `${fact} (${translate(words.observed, {})})` : fact,
      ...(reason === undefined ? [] : [translate(reason, {})]),
    ].join(' — ');
  const facts = [
    ...(field.constraints ?? []).map((each) => addOrigin(describeConstraint(each, translate), each)),
    ...(field.isMedia ? [translate(words.takesMedia, {})] : []),
    ...(field.suggestions ? [translate(words.suggested, { values: codeList(field.suggestions) })] : []),
    ...(field.default === undefined
      ? []
      : [translate(words.defaultValue, { value: inlineCode(String(field.default)) })]),
    ...own.map((rule) => addOrigin(describeRule(rule, translate), rule)),
    ...(field.aliases ? [translate(words.alsoWritten, { names: codeList(field.aliases) })] : []),
  ];
  const title = `**${escapeMarkdown(field.name)}** · ${describeType(field, translate)}`;
  return [
    addOrigin(title, { source: typeSource }),
    describeMeaning(field, translate),
    ...(facts.length > 0 ? [facts.map((fact) => `- ${fact}`).join('\n')] : []),
    `*${translate(sources.size > 1 ? words.fromBoth : sourceWords[typeSource], {})}*`,
  ].join('\n\n');
}

export function describeMeaning({ description }: Field, translate: Translate): string {
  return withoutLinks(translate(description, {}));
}

const sourceWords: Readonly<Record<Source, string>> = {
  specification: words.fromSpecification,
  observed: words.fromObservation,
};

const boundWords = {
  range: [words.rangeFrom, words.rangeUpTo, words.rangeBetween],
  length: [words.lengthFrom, words.lengthUpTo, words.lengthBetween],
  items: [words.itemsFrom, words.itemsUpTo, words.itemsBetween],
} as const;

/** Describes one limit: `From 1 to 10`. */
export function describeConstraint(constraint: Constraint, translate: Translate): string {
  if (constraint.kind === 'enum') return translate(words.allowed, { values: codeList(constraint.values) });
  if (constraint.kind === 'pattern') {
    const { form } = constraint;
    // A form of several words is prose: `one letter`.
    return translate(words.form, { form: form.includes(' ') ? escapeMarkdown(form) : inlineCode(form) });
  }
  const { kind, min, max } = constraint;
  const [from, upTo, between] = boundWords[kind];
  if (max === undefined) return translate(from, { min: min ?? 0 });
  return min === undefined ? translate(upTo, { max }) : translate(between, { min, max });
}

function describeRule(rule: Rule, translate: Translate): string {
  if (rule.kind === 'named') return translate(ruleTexts[rule.name]?.hint ?? '', rule.figures ?? {});
  return translate(rule.kind === 'one-of' ? words.oneOf : words.exclusive, { fields: codeList(rule.fields) });
}

function codeList(values: readonly (string | number)[]): string {
  return values.map((value) => inlineCode(String(value))).join(' ');
}

const maxCharacters = 60;

/** The indicators of a literal block with their comment, and the first line with content. */
const literalPattern = /^\|[^\n]*\s*([^\n]*?)\r?(?:\n|$)/;

/**
 * Describes a value on part of a line, for the outline: the first line of a string. Empty for maps and lists. The line
 * of a long block is read in `text`, because its value is not built until it is used.
 */
export function describeValue(node: SyntaxNode, text: string): string {
  if (node.kind !== 'scalar' || node.value === null) return '';
  const written = node.style === 'block' ? literalPattern.exec(text.slice(node.start, node.end))?.[1] : undefined;
  const [line = ''] = written === undefined ? String(node.value).trim().split('\n', 1) : [written];
  return cutText(line, maxCharacters);
}
