import { stringifyJson, type JsonValue } from '../../support/json/json.ts';
import { noMark, type Mark } from '../marks.ts';
import type { RunsRecord } from '../runsRecord.ts';
import { normalizeText, normalizeValue, type NumberRange, type SearchState, type SearchTerm } from './parseSearch.ts';

/** What a search compares of a result. Words and marks are looked up only if a search asks for them. */
export interface SearchFacts {
  /** Unix ms. */
  readonly time: number;
  readonly amountUsd: number | null;
  /** These six are in the form in which they are compared. */
  readonly model: string;
  readonly job: string;
  readonly seed: string;
  readonly run: string;
  /** Each as `name=value`. */
  readonly axes: readonly string[];
  readonly status: string;
  /** Null for a saved result. */
  readonly state: SearchState | null;
  readonly hasWord: (word: string) => boolean;
  readonly hasMark: (term: MarkTerm) => boolean;
}

/** A longer text is compared up to here, in UTF-16 units. */
const maxTextLength = 100_000;
/** Messages of a chat are nested this deep at most. */
const maxDepth = 8;

/** `marks` are those of the job file, by the SHA-256 of the artifact. */
export function mapRecordFacts(record: RunsRecord, marks: ReadonlyMap<string, Mark>): SearchFacts {
  const { at, amount_usd, job, run, axes, status, request, artifacts } = record;
  const { seed = null } = request;
  return {
    time: Date.parse(at),
    amountUsd: amount_usd,
    model: normalizeValue(record.model ?? ''),
    job: normalizeValue(job ?? ''),
    seed: seed === null || typeof seed === 'object' ? '' : normalizeValue(String(seed)),
    run: normalizeValue(run),
    axes: Object.entries(axes).map(([name, value]) =>
      normalizeValue(`${name}=${typeof value === 'string' ? value : stringifyJson(value)}`),
    ),
    status,
    state: status === 'saved' ? null : 'problem',
    hasWord: (word) => joinRecord(record).includes(word),
    hasMark: (term) => artifacts.some(({ sha256 }) => matchesMark(marks.get(sha256) ?? noMark, term)),
  };
}

/** Model and seed have their own filters. */
function joinRecord({ request, title, lyrics, text }: RunsRecord): string {
  const { model: _model, seed: _seed, ...body } = request;
  return joinTexts([body, title, lyrics, text]);
}

/** Returns all strings in these values, in the form in which they are compared. */
export function joinTexts(values: readonly (JsonValue | undefined)[]): string {
  const texts: string[] = [];
  for (const each of values) collectTexts(each, texts, maxDepth);
  return normalizeText(texts.join('\n').slice(0, maxTextLength));
}

function collectTexts(value: JsonValue | undefined, texts: string[], depth: number): void {
  if (typeof value === 'string') texts.push(value);
  else if (typeof value === 'object' && value !== null && depth > 0) {
    for (const each of Object.values(value)) collectTexts(each, texts, depth - 1);
  }
}

export function matchesTerms(facts: SearchFacts, terms: readonly SearchTerm[]): boolean {
  return terms.every((term) => matchesTerm(facts, term) !== term.isNot);
}

function matchesTerm(facts: SearchFacts, term: SearchTerm): boolean {
  switch (term.kind) {
    case 'word':
      return facts.hasWord(term.text);
    case 'model':
    case 'job':
      return term.isWhole ? facts[term.kind] === term.text : facts[term.kind].includes(term.text);
    case 'seed':
    case 'run':
    case 'status':
      return facts[term.kind] === term.text;
    case 'axis':
      return facts.axes.some((axis) => axis === term.axis || axis.endsWith(`=${term.axis}`));
    case 'state':
      return term.state === 'any' || term.state === facts.state;
    case 'cost':
      return facts.amountUsd !== null && isInRange(facts.amountUsd, term.range);
    case 'time':
      return facts.time >= term.start && facts.time < term.end;
    default:
      return facts.hasMark(term);
  }
}

type MarkTerm = Extract<SearchTerm, { readonly kind: 'mark' | 'rating' }>;

/** Whether the term asks for this mark. Without a rating, it has the rating 0. */
export function matchesMark({ mark, rating }: Pick<Mark, 'mark' | 'rating'>, term: MarkTerm): boolean {
  if (term.kind === 'rating') return isInRange(rating ?? 0, term.range);
  return mark === term.mark && (term.mark !== null || rating === null);
}

function isInRange(amount: number, { operator, value }: NumberRange): boolean {
  if (amount === value) return operator.includes('=');
  return operator.startsWith(amount < value ? '<' : '>');
}

/**
 * Returns the longest run of ASCII letters and digits that the line of each matching record contains, in any case. Null
 * if the search has none. A program that writes ASCII letters as escapes is unknown.
 */
export function findNeedle(terms: readonly SearchTerm[]): string | null {
  const texts = terms.flatMap((term) => (!term.isNot && 'text' in term ? [term.text] : []));
  const runs = texts.flatMap((text) => text.match(/[a-z0-9]+/g) ?? []);
  return runs.reduce<string | null>((longest, run) => (run.length > (longest?.length ?? 0) ? run : longest), null);
}
