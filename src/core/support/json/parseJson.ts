import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';

/** The third argument of a reviver, which the TypeScript library does not have yet. */
interface ReviverContext {
  /** The text of a primitive value. */
  readonly source?: string;
}

/** Every integer beyond 2^53 has at least this many digits, and follows the start or one of these characters. */
const manyDigits = /(?:^|[:,[])\s*-?\d{16}/;

/** `JSON.parse` that keeps every digit of an integer beyond 2^53, as `bigint`. Throws a SyntaxError. */
export function parseJson(text: string): JsonValue {
  // A reviver takes several times as long as the parsing, and few texts need it.
  if (!manyDigits.test(text)) return JSON.parse(text) as JsonValue;
  const revive = (_key: string, value: JsonValue, context?: ReviverContext): JsonValue => {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    const source = context?.source;
    return source !== undefined && /^-?\d+$/.test(source) ? BigInt(source) : value;
  };
  return JSON.parse(text, revive) as JsonValue;
}

/** Like `parseJson`, but null for a text that is not an object. */
export function parseJsonObject(text: string): JsonObject | null {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
