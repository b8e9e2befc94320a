// Checks of values that a person has written in a configuration.

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

export function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

export function isTextMap(value: unknown): value is Readonly<Record<string, string>> {
  return typeof value === 'object' && value !== null && Object.values(value).every(isText);
}
