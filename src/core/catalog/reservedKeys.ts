/** Words that every job file may have and no model can use as a field, for good. */
export const reservedWords: ReadonlySet<string> = new Set([
  'gen',
  'vars',
  'matrix',
  'jobs',
  'needs',
  'output',
  'request',
]);

/** Keys of a job that are never sent and that no model can use as a field, for good. */
export function isReservedKey(key: string): boolean {
  return reservedWords.has(key) || isIgnoredKey(key);
}

/** Reserved keys that belong to people and other tools: nothing reads them. */
export function isIgnoredKey(key: string): boolean {
  return key === '$schema' || key.startsWith('x-');
}
