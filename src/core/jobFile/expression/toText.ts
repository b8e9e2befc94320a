import { type JsonValue, stringifyJson } from '../../support/json/json.ts';

/** Converts a value inside a string: empty for null, JSON for lists and maps. */
export function toText(value: JsonValue): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? stringifyJson(value) : String(value);
}
