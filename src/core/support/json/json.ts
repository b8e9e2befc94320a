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

/** Works like `JSON.stringify` with two spaces, but also writes `bigint`. `indent` is that of the line it begins on. */
export function formatJson(value: JsonValue, indent = ''): string {
  if (typeof value !== 'object' || value === null) return stringifyJson(value);
  const inner = `${indent}  `;
  const lines = isJsonObject(value)
    ? Object.entries(value)
        // As `JSON.stringify` does. The type has none, but a document of a host may.
        .filter(([, member]) => member !== undefined)
        .map(([key, member]) => `${inner}${JSON.stringify(key)}: ${formatJson(member, inner)}`)
    : value.map((item: JsonValue) => inner + formatJson(item, inner));
  const [open, close] = isJsonObject(value) ? '{}' : '[]';
  return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join(',\n')}\n${indent}${close}`;
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
