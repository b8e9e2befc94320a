import { assertNever } from '../support/assertNever.ts';
import type { Constraint, Field, Source } from '../catalog/field.ts';
import type { Rule } from '../catalog/rule.ts';
import type { Translate } from './languageService.ts';
import { featureMessages as words, typeWords } from './messages.ts';

/** One line beside a label: `text, required`. */
export function describeType(field: Field, translate: Translate): string {
  const type = translate(typeWords[field.type.kind] ?? field.type.kind, {});
  return field.isRequired ? `${type}, ${translate(words.required, {})}` : type;
}

/** Everything known about a field, as Markdown: meaning, limits, default, rules, and where they come from. */
export function describeField(
  field: Field,
  { rules, translate }: { readonly rules: readonly Rule[]; readonly translate: Translate },
): string {
  const { typeSource = 'specification' } = field;
  const own = rules.filter(({ fields }) => fields.includes(field.name));
  const mark = (fact: string, source: Source): string =>
    source === 'observed' ? `${fact} (${translate(words.observed, {})})` : fact;
  const facts = [
    ...(field.constraints ?? []).map((each) => mark(describeConstraint(each, translate), each.source)),
    ...(field.isMedia ? [translate(words.takesMedia, {})] : []),
    ...(field.suggestions ? [translate(words.suggested, { values: codeList(field.suggestions) })] : []),
    ...(field.default === undefined ? [] : [translate(words.defaultValue, { value: code(field.default) })]),
    ...own.map((rule) => mark(describeRule(rule, translate), rule.source)),
    ...(field.aliases ? [translate(words.alsoWritten, { names: codeList(field.aliases) })] : []),
  ];
  const title = `**${field.name}** · ${describeType(field, translate)}`;
  const sources = new Set([...(field.constraints ?? []), ...own].map(({ source }) => source).concat(typeSource));
  return [
    mark(title, typeSource),
    translate(field.description, {}),
    ...(facts.length > 0 ? [facts.map((fact) => `- ${fact}`).join('\n')] : []),
    `*${translate(sources.has('observed') ? words.fromBoth : words.fromSpecification, {})}*`,
  ].join('\n\n');
}

function describeConstraint(constraint: Constraint, translate: Translate): string {
  switch (constraint.kind) {
    case 'enum':
      return translate(words.allowed, { values: codeList(constraint.values) });
    case 'range':
      return describeBounds(constraint, [words.rangeFrom, words.rangeUpTo, words.rangeBetween], translate);
    case 'length':
      return describeBounds(constraint, [words.lengthFrom, words.lengthUpTo, words.lengthBetween], translate);
    case 'items':
      return describeBounds(constraint, [words.itemsFrom, words.itemsUpTo, words.itemsBetween], translate);
    default:
      return assertNever(constraint);
  }
}

function describeBounds(
  { min, max }: { readonly min?: number; readonly max?: number },
  [from, upTo, between]: readonly [from: string, upTo: string, between: string],
  translate: Translate,
): string {
  if (max === undefined) return translate(from, { min: min ?? 0 });
  return min === undefined ? translate(upTo, { max }) : translate(between, { min, max });
}

function describeRule({ kind, fields }: Rule, translate: Translate): string {
  return translate(kind === 'one-of' ? words.oneOf : words.exclusive, { fields: codeList(fields) });
}

export function codeList(values: readonly string[]): string {
  return values.map(code).join(' ');
}

function code(value: string | number | boolean): string {
  return `\`${value}\``;
}
