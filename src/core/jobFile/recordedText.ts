import { isJsonObject, type JsonValue } from '../support/json/json.ts';
import { toText } from './expression/toText.ts';

/** Maps all strings of a value. Keys are strings of the job file like any other. */
export function mapStrings(value: JsonValue, map: (text: string) => string): JsonValue {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item: JsonValue) => mapStrings(item, map));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [map(key), mapStrings(member, map)]));
}

/** The media type may be incomplete (`data:image;base64,…`): such a URI is sent as well. */
const dataUri = /^\s*data:(?:[\w.+-]+\/|[\w.+-]*;base64,|[;,])/i;

/** Whether a string is a `data:` URI, which may hold a whole file. */
export function isDataUri(text: string): boolean {
  return dataUri.test(text);
}

/** Converts a value to a part of a file name, which is recorded and committed as well. */
export function toNameText(value: JsonValue): string {
  return toText(mapStrings(value, (text) => (isDataUri(text) ? '' : withoutQuery(text))));
}

/** Text that begins with a URL, and a URL of a scheme that needs no slashes. */
const startsWithUrl = /^\s*(?:[a-z][a-z\d+.-]*:\/\/|(?:https?|asset):\S+\s*$)/i;

/** Returns a string that is, or begins with, a URL without user name, password, query and fragment. */
export function withoutQuery(text: string): string {
  if (!startsWithUrl.test(text)) return text;
  return text.replace(/\S+/g, (word) =>
    startsWithUrl.test(word) ? word.replace(/[?#].*/, '').replace(/:\/\/[^/]*@/, '://') : word,
  );
}
