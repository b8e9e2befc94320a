import { readObject, type WireObject } from '../wire/readWire.ts';

const datePattern = /(?<!\d)(\d{4}-\d{2}-\d{2})(?!\d)/;

/**
 * Finds the date of the change notice in a document: in a member named for it, at the top or in `info` and `meta`, else
 * in a sentence of a description. Null if there is none.
 */
export function readBreakingSince(root: WireObject): string | null {
  const places = [root, readObject(root['info']), readObject(root['meta'])].filter((place) => place !== null);
  const members = places.flatMap((place) => Object.entries(place));
  const named = members.filter(([name]) => /breaking.{0,40}since|breaking[-_ ]?changes/i.test(name));
  const sentences = members.flatMap(([, value]) =>
    typeof value === 'string' ? (/breaking changes since\D{0,20}\d{4}-\d{2}-\d{2}/i.exec(value) ?? []) : [],
  );
  for (const text of [...named.map(([, value]) => describeDate(value)), ...sentences]) {
    const date = datePattern.exec(text)?.[1];
    if (date !== undefined) return date;
  }
  return null;
}

/** YAML may read a date as a `Date`. A notice may be an object with the date. */
function describeDate(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  const since = readObject(value)?.['since'];
  return typeof value === 'string' ? value : typeof since === 'string' ? since : '';
}
