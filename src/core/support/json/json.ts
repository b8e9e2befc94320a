/** JSON as Genwright handles it: integers beyond 2^53 are kept as `bigint`, so that every digit survives. */
export type JsonValue = null | boolean | number | bigint | string | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue;
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `JSON.stringify` without white space that also writes `bigint`, with all its digits. Keys keep their order. */
export function stringifyJson(value: JsonValue): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isJsonObject(value)) return writeMembers(value, Object.keys(value), stringifyJson);
  return `[${value.map(stringifyJson).join(',')}]`;
}

/** Writes one object with the given keys in the given order. `write` writes its values. */
export function writeMembers(object: JsonObject, keys: readonly string[], write: (value: JsonValue) => string): string {
  return `{${keys.map((key) => `${JSON.stringify(key)}:${write(object[key] ?? null)}`).join(',')}}`;
}

/** Copies a value with another value at an existing path. */
export function updateAt(
  whole: JsonValue,
  [step, ...rest]: readonly (string | number)[],
  update: (value: JsonValue) => JsonValue,
): JsonValue {
  if (step === undefined) return update(whole);
  if (Array.isArray(whole)) {
    return whole.map((item: JsonValue, index) => (index === Number(step) ? updateAt(item, rest, update) : item));
  }
  if (!isJsonObject(whole)) return whole;
  return Object.fromEntries(
    Object.entries(whole).map(([key, member]) => [key, key === step ? updateAt(member, rest, update) : member]),
  );
}
