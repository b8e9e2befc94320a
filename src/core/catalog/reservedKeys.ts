/** Words that every job file may have. No model can ever use them as a field. */
export const reservedWords: ReadonlySet<string> = new Set([
  'gen',
  'vars',
  'matrix',
  'jobs',
  'needs',
  'output',
  'request',
]);

/** Whether a key of a job is never sent. No model can ever use it as a field. */
export function isReservedKey(key: string): boolean {
  return reservedWords.has(key) || isIgnoredKey(key);
}

/** Whether a reserved key belongs to the user and to other tools: nothing reads it. */
export function isIgnoredKey(key: string): boolean {
  return key === '$schema' || key.startsWith('x-');
}
