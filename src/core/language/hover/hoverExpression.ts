import { filters } from '../../jobFile/expression/filters.ts';
import { type ParsedExpression, parseExpression } from '../../jobFile/expression/parseExpression.ts';
import { toText } from '../../jobFile/expression/toText.ts';
import { getOwn } from '../../support/json/getOwn.ts';
import type { JsonValue } from '../../support/json/json.ts';
import { codeBlock, escapeMarkdown, inlineCode } from '../describe/markdown.ts';
import { createEvaluator, type KnownValues } from '../expressions/createEvaluator.ts';
import { describeUsage } from '../expressions/expressionWords.ts';
import {
  type ExpressionContext,
  findExpressionContext,
  findExpression,
  type FoundExpression,
} from '../expressions/findExpression.ts';
import type { Hover, Translate } from '../languageService.ts';
import { findTextRange } from '../layout/layout.ts';
import { contextDescriptions, filterDescriptions, hoverMessages as words, memberDescriptions } from '../messages.ts';
import type { DocumentView } from '../view/documentView.ts';
import { describeJob } from './describeKey.ts';
import { findHovered } from './findHovered.ts';

/** Describes an expression and its value. Null outside an expression, and in one that is not valid. */
export function hoverExpression(view: DocumentView, offset: number): Hover | null {
  const line = view.layout.findLine(offset);
  const range = line && findTextRange(line, view.text);
  if (!range || offset < range.start || offset > range.end) return null;
  const found = findExpression(view, offset);
  if (!found) return null;
  const outcome = parseExpression(found.source);
  if (!outcome.ok) return null;
  const { expression } = outcome;
  const at = offset - found.start;
  const filter = expression.filters.find(({ start, end }) => start <= at && at <= end);
  if (filter && Object.hasOwn(filters, filter.name)) {
    const markdown = describeFilter(filter.name, view.translate);
    return { markdown, start: found.start + filter.start, end: found.start + filter.start + filter.name.length };
  }
  const facts = [
    ...describeContext(view, expression),
    ...describeValues(view, { ...found, ...findContextAt(view, offset) }, expression),
  ];
  if (facts.length === 0) return null;
  return { markdown: facts.join('\n\n'), start: found.start, end: found.end };
}

/** Inside braces, a line alone does not show the keys above it. */
function findContextAt(view: DocumentView, offset: number): ExpressionContext | null {
  const hovered = findHovered(view, offset);
  return hovered && findExpressionContext(view.layout, [...hovered.owner, hovered.key]);
}

function describeFilter(name: string, translate: Translate): string {
  const description = getOwn(filterDescriptions, name);
  return [
    `**${inlineCode(describeUsage(name))}** · ${translate(words.filter, {})}`,
    ...(description === undefined ? [] : [translate(description, {})]),
  ].join('\n\n');
}

/** Says where the value comes from, if the name alone does not. */
function describeContext(view: DocumentView, { path }: ParsedExpression): readonly string[] {
  const { translate } = view;
  const [context, first, second] = path.map(({ step }) => String(step));
  if (context === undefined || context === 'vars' || context === 'matrix') return [];
  if (context === 'env') return first === undefined ? [] : describeEnv(view, first);
  if (context === 'jobs') {
    const job = first === undefined ? null : describeJob(view, first);
    const member = second === undefined ? undefined : getOwn(memberDescriptions, `jobs.${second}`);
    return job === null ? [] : [job, ...(member === undefined ? [] : [translate(member, {})])];
  }
  const description =
    first === undefined ? getOwn(contextDescriptions, context) : getOwn(memberDescriptions, `${context}.${first}`);
  return description === undefined ? [] : [translate(description, {})];
}

/**
 * Says whether the variable may be read, but never its value, which may be secret. In a folder that is not trusted, a
 * problem at this range says so already.
 */
function describeEnv({ world: { env, files }, translate }: DocumentView, name: string): readonly string[] {
  if (files?.isTrusted === false) return [];
  const said = { set: words.envSet, unset: words.envUnset, blocked: words.envBlocked };
  return [translate(said[env?.read(name).state ?? 'blocked'], { name: inlineCode(name) })];
}

function describeValues(
  view: DocumentView,
  found: FoundExpression,
  { path: [head] }: ParsedExpression,
): readonly string[] {
  const { translate } = view;
  const context = String(head?.step);
  if (context === 'env' || !Object.hasOwn(contextDescriptions, context)) return [];
  const known = createEvaluator(view)(`\${{${found.source}}}`, found);
  if (known.values.length > 0) return [listValues(known, translate)];
  if (context === 'jobs') return [translate(words.knownWhenMade, {})];
  return context === 'vars' || context === 'matrix' ? [] : [translate(words.knownWhenRun, {})];
}

function listValues({ values, count }: KnownValues, translate: Translate): string {
  const [only] = values;
  if (count === 1 && only) return describeValue(only.value, translate);
  const lines = values.map(({ value, where }) => {
    const text = toText(value);
    // A combination of the matrix mostly ends with the value.
    return where.endsWith(`: ${text}`)
      ? `- ${escapeMarkdown(where)}`
      : `- ${escapeMarkdown(where)} → ${inlineCode(text)}`;
  });
  const others = count - values.length;
  return [...lines, ...(others > 0 ? [`- ${translate(words.more, { count: others })}`] : [])].join('\n');
}

function describeValue(value: JsonValue, translate: Translate): string {
  const text = typeof value === 'string' ? value : toText(value);
  if (text === '') return translate(words.comesToNothing, {});
  if (text.includes('\n')) return `${translate(words.comesTo, { value: '' }).trim()}\n\n${codeBlock(text)}`;
  return translate(words.comesTo, { value: inlineCode(text) });
}
