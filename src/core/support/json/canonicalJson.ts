import { isJsonObject, type JsonValue, writeMembers } from './json.ts';

/**
 * Writes the canonical form of RFC 8785: no white space, keys sorted by UTF-16 code units, shortest escapes, numbers as
 * ECMAScript writes them. It differs from the RFC in one point: integers keep all their digits beyond 2^53. Throws a
 * RangeError on NaN and infinities, which JSON cannot express.
 */
export function canonicalJson(value: JsonValue): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`Not a JSON number: ${value}`);
  // JSON.stringify escapes strings and writes numbers (-0 as 0) exactly as the RFC requires.
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  // The default order of sort() is by UTF-16 code units.
  if (isJsonObject(value)) return writeMembers(value, Object.keys(value).sort(), canonicalJson);
  return `[${value.map(canonicalJson).join(',')}]`;
}
