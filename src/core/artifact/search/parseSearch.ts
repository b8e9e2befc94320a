import { startOfDay } from '../../support/startOfDay.ts';
import { runsStatuses } from '../runsRecord.ts';

export interface NumberRange {
  readonly operator: '<' | '<=' | '=' | '>=' | '>';
  readonly value: number;
}

/** What has become of a result, beside the statuses of a runs record: in progress, ended without a result, or deleted. */
const searchStates = ['live', 'problem', 'missing'] as const;

export type SearchState = (typeof searchStates)[number];

/** One condition of a search. A record is found if all conditions hold. */
export type SearchTerm = { readonly isNot: boolean } & (
  | { readonly kind: 'word' | 'seed' | 'run' | 'status'; readonly text: string }
  /** Part of a name, or all of it. */
  | { readonly kind: 'model' | 'job'; readonly text: string; readonly isWhole: boolean }
  /** The value of an axis, alone or as `name=value`. */
  | { readonly kind: 'axis'; readonly axis: string }
  | { readonly kind: 'state'; readonly state: SearchState | 'any' }
  | { readonly kind: 'mark'; readonly mark: 'star' | 'reject' | null }
  | { readonly kind: 'rating'; readonly range: NumberRange }
  | { readonly kind: 'cost'; readonly range: NumberRange }
  /** From `start` until before `end`, Unix ms. */
  | { readonly kind: 'time'; readonly start: number; readonly end: number }
);

/** Why a term is left out of a search. `term` is what the user wrote. */
export interface SearchProblem {
  readonly code: 'unknown-filter' | 'missing-value' | 'mark' | 'rating' | 'cost' | 'date' | 'status';
  readonly term: string;
}

/** The filters of a search, as they are written before a colon. */
export const searchFilters = [
  'model',
  'job',
  'seed',
  'run',
  'axis',
  'mark',
  'rating',
  'after',
  'before',
  'date',
  'cost',
  'status',
] as const;

/** A search with the most useful filters, for a user who sees the input for the first time. */
export const searchExample = 'model: job: seed: mark:star rating:>=4 after:2026-01-31 cost:>0.1 status:failed';

type FilterName = (typeof searchFilters)[number];

/** A sign, a filter and its value. Either may be in quotes, also in quotes that do not end. */
const termPattern = /(-?)(?:([a-z]+):)?(?:"([^"]*)"?|([^\s"]+))?/iy;

/** Parses a search such as `lighthouse -mark:reject cost:>0.1`, in any case. What cannot be understood is a problem. */
export function parseSearch(text: string) {
  const terms: SearchTerm[] = [];
  const problems: SearchProblem[] = [];
  for (const { term, sign, filter, value } of splitSearch(text)) {
    const parsed = filter === null ? parseWords(value) : parseFilter(filter, value);
    if (typeof parsed === 'string') problems.push({ code: parsed, term });
    else terms.push(...parsed.map((each) => ({ ...each, isNot: sign === '-' })));
  }
  return { terms, problems };
}

/** A term as the user wrote it. */
export interface WrittenTerm {
  /** Its position in the search. */
  readonly start: number;
  readonly term: string;
  readonly sign: string;
  readonly filter: string | null;
  readonly value: string;
}

export function* splitSearch(text: string): Generator<WrittenTerm> {
  for (let at = 0; at < text.length;) {
    termPattern.lastIndex = at;
    const [term = '', sign = '', filter, quoted, bare] = termPattern.exec(text) ?? [];
    if (term !== '')
      yield { start: at, term, sign, filter: filter?.toLowerCase() ?? null, value: quoted ?? bare ?? '' };
    // A space between two terms, or a quote that starts nothing.
    at += term.length || 1;
  }
}

type Condition = SearchTerm extends infer Term ? (Term extends SearchTerm ? Omit<Term, 'isNot'> : never) : never;

/** Letters, marks and digits in a row. Everything else separates words. */
const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;

export function listWords(text: string): readonly string[] {
  return text.match(wordPattern) ?? [];
}

/** Returns a text in the form in which it is compared, without differences of case and composition. */
export function normalizeText(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** As `normalizeText`, for the value of a filter, which has no double quotes and stays on one line. */
export function normalizeValue(text: string): string {
  return normalizeText(joinLines(text));
}

function joinLines(text: string): string {
  return text.replace(/["\s]+/g, ' ').trim();
}

/** Writes a filter so that it is read as one term. */
export function writeFilter(name: FilterName, value: string): string {
  const text = joinLines(value);
  return text.includes(' ') ? `${name}:"${text}"` : `${name}:${text}`;
}

function parseWords(value: string): readonly Condition[] {
  return listWords(normalizeText(value)).map((text) => ({ kind: 'word', text }));
}

function parseFilter(filter: string, value: string): readonly Condition[] | SearchProblem['code'] {
  const name = searchFilters.find((each) => each === filter);
  if (name === undefined) return 'unknown-filter';
  if (value === '') return 'missing-value';
  return parseValue(name, value.toLowerCase());
}

const marks: Readonly<Record<string, 'star' | 'reject' | null>> = { star: 'star', reject: 'reject', none: null };

function parseValue(name: FilterName, value: string): readonly Condition[] | SearchProblem['code'] {
  switch (name) {
    case 'model':
    case 'job': {
      const isWhole = value.startsWith('=');
      return [{ kind: name, text: normalizeValue(isWhole ? value.slice(1) : value), isWhole }];
    }
    case 'seed':
    case 'run':
      return [{ kind: name, text: normalizeValue(value) }];
    case 'axis':
      return [{ kind: name, axis: normalizeValue(value) }];
    case 'status': {
      if (runsStatuses.some((each) => each === value)) return [{ kind: name, text: value }];
      const state = ([...searchStates, 'any'] as const).find((each) => each === value);
      return state ? [{ kind: 'state', state }] : name;
    }
    case 'mark':
      return Object.hasOwn(marks, value) ? [{ kind: name, mark: marks[value] ?? null }] : 'mark';
    case 'rating': {
      const range = parseRange(value);
      return range && Number.isInteger(range.value) && range.value <= 5 ? [{ kind: name, range }] : 'rating';
    }
    case 'cost': {
      const range = parseRange(value.replace('$', ''));
      return range ? [{ kind: name, range }] : 'cost';
    }
    default: {
      const day = parseDay(value);
      if (!day) return 'date';
      const start = name === 'before' ? Number.NEGATIVE_INFINITY : day.start;
      const end = name === 'before' ? day.start : name === 'after' ? Number.POSITIVE_INFINITY : day.end;
      return [{ kind: 'time', start, end }];
    }
  }
}

function parseRange(value: string): NumberRange | null {
  const [, operator = '', digits = ''] = /^([<>]=?|=?)(\d{1,9}(?:\.\d{0,20})?|\.\d{1,20})$/.exec(value) ?? [];
  if (digits === '') return null;
  return { operator: operator === '' ? '=' : (operator as NumberRange['operator']), value: Number(digits) };
}

/** Parses a day, a month or a year of the local calendar: `2026-01-31`, `2026-01`, `2026`. */
function parseDay(value: string): { readonly start: number; readonly end: number } | null {
  const [, year, month, day] = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(value) ?? [];
  if (year === undefined) return null;
  const first = new Date(Number(year), Number(month ?? 1) - 1, Number(day ?? 1));
  // The calendar would turn a 13th month into January.
  if (month !== undefined && first.getMonth() !== Number(month) - 1) return null;
  if (day !== undefined && first.getDate() !== Number(day)) return null;
  const start = first.getTime();
  if (day !== undefined) return { start, end: startOfDay(start, 1) };
  const next = month === undefined ? new Date(Number(year) + 1, 0, 1) : new Date(Number(year), Number(month), 1);
  return { start, end: next.getTime() };
}
