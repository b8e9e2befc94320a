import { jobValueTypes } from '../../../jobFile/expression/contexts.ts';
import { filters } from '../../../jobFile/expression/filters.ts';
import { toText } from '../../../jobFile/expression/toText.ts';
import { getOwn } from '../../../support/json/getOwn.ts';
import type { JsonValue } from '../../../support/json/json.ts';
import { describeUsage, filterDescriptions } from '../../expressions/expressionWords.ts';
import type { DocumentView } from '../../view/documentView.ts';
import { escapeSnippet } from '../../../jobFile/write/jobText.ts';
import type { CompletionDraft } from '../completionDraft.ts';
import type { EditedExpression, ExpressionCursor, Pipe, Step } from './expressionCursor.ts';
import { listValuesAt } from './offeredNames.ts';

/** The type that a filter is made for. Every filter accepts any value. */
type ValueKind = 'text' | 'date' | 'number' | 'list' | 'map' | 'unknown';

const madeFor: Readonly<Record<string, readonly ValueKind[]>> = {
  slug: ['text'],
  lower: ['text'],
  upper: ['text'],
  trim: ['text'],
  words: ['text'],
  truncate: ['text'],
  pad: ['number'],
  date: ['date'],
  default: ['text', 'number', 'list', 'map', 'date'],
  json: ['list', 'map'],
  join: ['list'],
  first: ['list'],
  lines: ['text'],
};

/** Returns all filters, those for the type of the value first. `insertText` is a snippet. */
export function listFilters(
  view: DocumentView,
  { job, quote, pipe }: { readonly job: string | null; readonly quote: EditedExpression['quote']; readonly pipe: Pipe },
): readonly (Pick<CompletionDraft, 'label' | 'detail' | 'documentation'> & { readonly insertText: string })[] {
  const kind = pipe.filters.reduce(kindAfter, kindOfPath(view, job, pipe.path));
  const names = Object.keys(filters);
  const fits = (name: string): boolean => madeFor[name]?.includes(kind) ?? false;
  return [...names.filter(fits), ...names.filter((name) => !fits(name))].map((name) => ({
    label: name,
    insertText: writeCall(name, quote),
    ...(describeUsage(name) === name ? {} : { detail: describeUsage(name) }),
    documentation: view.translate(filterDescriptions[name] ?? '', {}),
  }));
}

/** Returns the type of the value of a path: from the tables of contexts, or from the first known value. */
function kindOfPath(view: DocumentView, job: string | null, path: readonly Step[]): ValueKind {
  const [context, name, member] = path;
  if (context === 'now') return 'date';
  if (context === 'jobs') return getOwn(jobValueTypes, String(member)) ?? 'unknown';
  if (context === 'job') return name === 'index' ? 'number' : 'text';
  if (context === 'run') return name === 'n' ? 'number' : 'text';
  if (context === 'result') return name === 'title' ? 'text' : 'number';
  if (context === 'file' || context === 'ext' || context === 'env') return 'text';
  const [first] = listValuesAt(view, job, path);
  return first === undefined ? 'unknown' : kindOfValue(first);
}

function kindOfValue(value: JsonValue): ValueKind {
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object' && value !== null) return 'map';
  if (typeof value === 'string') return /^\d{4}-\d{2}-\d{2}(?:[T ]|$)/.test(value) ? 'date' : 'text';
  return typeof value === 'number' || typeof value === 'bigint' ? 'number' : 'unknown';
}

/** Types that filters return, whatever they receive. */
const fixedKinds: Readonly<Record<string, ValueKind>> = { json: 'text', join: 'text', date: 'text', lines: 'list' };

/** Filters for strings apply to each item of a list. */
function kindAfter(kind: ValueKind, filter: string): ValueKind {
  if (filter === 'default') return kind;
  if (filter === 'first') return kind === 'list' ? 'unknown' : kind;
  return getOwn(fixedKinds, filter) ?? (kind === 'list' ? 'list' : 'text');
}

/** Common arguments of filters. The snippet contains the first one. */
const commonArguments: Readonly<Record<string, readonly string[]>> = {
  date: ['YYYY-MM-DD', 'YYYYMMDD', 'YYYY-MM', 'YYYY-MM-DD HH:mm', 'YYYYMMDD-HHmmss', 'HH-mm-ss', 'DD.MM.YYYY'],
  join: [', ', ' ', '-', '; '],
};

const commonCounts: Readonly<Record<string, number>> = { words: 5, truncate: 40, pad: 3 };

/** Writes a filter as a snippet, with its arguments if it needs some. */
function writeCall(name: string, outer: EditedExpression['quote']): string {
  const [param] = filters[name]?.params ?? [];
  if (!param || param.isOptional) return name;
  if (param.type === 'count') return `${name}(\${1:${commonCounts[name] ?? 1}})`;
  const quote = quoteInside(outer);
  return `${name}(${quote}\${1:${escapeSnippet(commonArguments[name]?.[0] ?? '')}}${quote})`;
}

/** Offers common arguments, in quotes, with the result of each. */
export function listArguments(
  { filter, index }: Extract<ExpressionCursor, { kind: 'argument' }>,
  outer: EditedExpression['quote'],
): readonly { readonly text: string; readonly detail: string }[] {
  const quote = quoteInside(outer);
  const offered = index === 0 && Object.hasOwn(commonArguments, filter) ? (commonArguments[filter] ?? []) : [];
  return offered.map((value) => ({
    text: `${quote}${value}${quote}`,
    detail: toText(filters[filter]?.apply(filter === 'date' ? exampleDate : ['a', 'b'], [value]) ?? null),
  }));
}

const exampleDate = '2026-01-31T15:04:05';

function quoteInside(outer: EditedExpression['quote']): string {
  return outer === "'" ? '"' : "'";
}
