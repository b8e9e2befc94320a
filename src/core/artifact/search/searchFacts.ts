import { isJsonObject, type JsonObject, type JsonValue } from '../../support/json/json.ts';
import { parseJson } from '../../support/json/parseJson.ts';
import { noMark, type Mark } from '../marks.ts';
import { runsStatuses } from '../runsRecord.ts';
import { normalizeText, type NumberRange, type SearchTerm } from './parseSearch.ts';

/** What a search compares of a line of a runs file. */
export interface SearchFacts {
  /** Unix ms. */
  readonly time: number;
  readonly amountUsd: number | null;
  readonly model: string;
  readonly job: string;
  readonly seed: string;
  readonly status: string;
  /** Everything that was written for the request or in return, in the form in which it is compared. */
  readonly text: string;
  /** The SHA-256 of each artifact. */
  readonly artifacts: readonly string[];
}

/** A longer text is compared up to here, in UTF-16 units. */
const maxTextLength = 100_000;
/** Messages of a chat are nested this deep at most. */
const maxDepth = 8;

/**
 * Reads a line of a runs file, whatever its shape. Null if it is not a record. It takes much less time than a complete
 * check of the record, which only a line that is shown needs.
 */
export function parseSearchFacts(line: string): SearchFacts | null {
  try {
    const record = JSON.parse(line) as JsonValue;
    if (!isJsonObject(record)) return null;
    const { request } = record;
    const seed = isJsonObject(request) ? request['seed'] : null;
    // Few seeds need all their digits, and keeping them takes as long again.
    const hasManyDigits = typeof seed === 'number' && !Number.isSafeInteger(seed);
    return mapFacts(hasManyDigits ? (parseJson(line) as JsonObject) : record);
  } catch {
    return null;
  }
}

function mapFacts(record: JsonObject): SearchFacts | null {
  const { v, at, status, amount_usd, request, artifacts } = record;
  const time = typeof at === 'string' ? Date.parse(at) : Number.NaN;
  if (v !== 1 || Number.isNaN(time) || !runsStatuses.some((each) => each === status)) return null;
  const { model: _, seed, ...body } = isJsonObject(request) ? request : {};
  return {
    time,
    amountUsd: typeof amount_usd === 'number' ? amount_usd : null,
    model: toValue(record['model']),
    job: toValue(record['job']),
    seed: toValue(seed),
    status: toValue(status),
    text: joinTexts([body, record['title'], record['lyrics'], record['text']]),
    artifacts: Array.isArray(artifacts) ? artifacts.flatMap((each: JsonValue) => readHash(each)) : [],
  };
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

/** One line, because an index keeps one value on each. */
function toValue(value: JsonValue | undefined): string {
  const isValue = typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
  return isValue ? normalizeText(String(value).slice(0, 1_000)).replaceAll('\n', ' ') : '';
}

function readHash(artifact: JsonValue): readonly string[] {
  const hash = isJsonObject(artifact) ? artifact['sha256'] : null;
  return typeof hash === 'string' ? [hash] : [];
}

/** The marks of results by the SHA-256 of the artifact. */
type Marks = ReadonlyMap<string, Mark>;

/** Whether a record has all that a search asks for. */
export function matchesSearch(record: SearchFacts, terms: readonly SearchTerm[], marks: Marks): boolean {
  const facts: SearchableFacts = {
    ...record,
    hasWord: (word) => record.text.includes(word),
    hasMark: (term) => record.artifacts.some((sha256) => matchesMark(marks.get(sha256) ?? noMark, term)),
  };
  return matchesTerms(facts, terms);
}

/** Facts whose words and marks are looked up only if a search asks for them. */
export interface SearchableFacts extends Omit<SearchFacts, 'text' | 'artifacts'> {
  readonly hasWord: (word: string) => boolean;
  readonly hasMark: (term: MarkTerm) => boolean;
}

/** Whether the facts meet all conditions of a search. */
export function matchesTerms(facts: SearchableFacts, terms: readonly SearchTerm[]): boolean {
  return terms.every((term) => matchesTerm(facts, term) !== term.isNot);
}

function matchesTerm(facts: SearchableFacts, term: SearchTerm): boolean {
  switch (term.kind) {
    case 'word':
      return facts.hasWord(term.text);
    case 'model':
    case 'job':
      return facts[term.kind].includes(term.text);
    case 'seed':
    case 'status':
      return facts[term.kind] === term.text;
    case 'cost':
      return facts.amountUsd !== null && isInRange(facts.amountUsd, term.range);
    case 'time':
      return facts.time >= term.start && facts.time < term.end;
    default:
      return facts.hasMark(term);
  }
}

type MarkTerm = Extract<SearchTerm, { readonly kind: 'mark' | 'rating' }>;

/** Whether the term asks for an artifact with this mark. An artifact without a rating has the rating 0. */
export function matchesMark({ mark, rating }: Mark, term: MarkTerm): boolean {
  return term.kind === 'mark' ? mark === term.mark : isInRange(rating ?? 0, term.range);
}

export function isInRange(amount: number, { operator, value }: NumberRange): boolean {
  switch (operator) {
    case '<':
      return amount < value;
    case '<=':
      return amount <= value;
    case '=':
      return amount === value;
    case '>=':
      return amount >= value;
    default:
      return amount > value;
  }
}
