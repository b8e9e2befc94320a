import { parseJsonObject } from '../support/json/parseJson.ts';

export interface Mark {
  readonly mark: 'star' | 'reject' | null;
  /** A whole number from 1 to 5. */
  readonly rating: number | null;
  readonly note: string | null;
}

/** The mark of a result that has none. */
export const noMark: Mark = { mark: null, rating: null, note: null };

/** One line of the marks file: the whole mark of a result after a change. */
export interface MarkRecord extends Mark {
  readonly v: 1;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** SHA-256 of the artifact as 64 hex digits. */
  readonly sha256: string;
}

export type MarkChange = Partial<Mark>;

/** Longer notes are not accepted, so that a line stays short. */
const maxNoteLength = 10_000;
const maxDateLength = 40;

const isValid: Readonly<Record<keyof Mark, (value: unknown) => boolean>> = {
  mark: (value) => value === 'star' || value === 'reject',
  rating: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 5,
  note: (value) => typeof value === 'string' && value.length <= maxNoteLength,
};

/** Returns the change, or the name of the first member that is unknown or has an invalid value; "" for no object. */
export function parseMarkChange(value: unknown): MarkChange | string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return '';
  const members = Object.entries(value).filter(([, each]) => each !== undefined);
  const wrong = members.find(([key, each]) => !isMarkKey(key) || !(each === null || isValid[key](each)));
  return wrong ? wrong[0] : Object.fromEntries(members);
}

function isMarkKey(key: string): key is keyof Mark {
  return Object.hasOwn(isValid, key);
}

/** Returns null if the line is not a record. Anyone may have written it: an invalid part of the mark counts as null. */
export function parseMarkRecord(line: string): MarkRecord | null {
  const value = parseJsonObject(line);
  if (value?.['v'] !== 1) return null;
  const { at, sha256 } = value;
  if (typeof at !== 'string' || at.length > maxDateLength || Number.isNaN(Date.parse(at))) return null;
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) return null;
  const valid = <Key extends keyof Mark>(key: Key): Mark[Key] =>
    isValid[key](value[key]) ? (value[key] as Mark[Key]) : null;
  return { v: 1, at, sha256, mark: valid('mark'), rating: valid('rating'), note: valid('note') };
}

/**
 * Returns the present marks by the SHA-256 of the artifacts. The latest record counts, of equally late ones the last,
 * and none from the future, so that merged files agree. A result whose mark was cleared is left out.
 */
export function latestMarks(records: readonly MarkRecord[], nowMs: number): ReadonlyMap<string, Mark> {
  const latest = new Map<string, { readonly atMs: number; readonly mark: Mark }>();
  for (const { at, sha256, mark, rating, note } of records) {
    const atMs = Date.parse(at);
    if (atMs > nowMs || atMs < (latest.get(sha256)?.atMs ?? -Infinity)) continue;
    latest.set(sha256, { atMs, mark: { mark, rating, note } });
  }
  const present = [...latest].map(([sha256, { mark }]): readonly [string, Mark] => [sha256, mark]);
  return new Map(present.filter(([, mark]) => Object.values(mark).some((part) => part !== null)));
}
