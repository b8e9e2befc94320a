/** Whether a string is sent unchanged: web URLs, `data:` URIs and registered assets. */
export function isUrl(value: string): boolean {
  return /^(https?|data|asset):/i.test(value);
}

/** Whether a path is absolute on any system, because a job file is shared between systems. A URL counts as well. */
export function isAbsolutePath(path: string): boolean {
  return /^([/\\]|[A-Za-z]:|~[/\\]|[a-z][a-z0-9+.-]*:\/\/)/.test(path);
}

/** Normalizes to `/` and removes `.`: one spelling for one file, as it is recorded. `..` stays. */
export function normalizePath(path: string): string {
  return path
    .split(/[/\\]/)
    .filter((part) => part !== '' && part !== '.')
    .join('/');
}

const fileScheme = 'file://';

/** Returns the path of `file://./brief.md`, relative to the job file. Null for any other value. */
export function parseFilePath(value: unknown): string | null {
  return typeof value === 'string' && value.startsWith(fileScheme) ? value.slice(fileScheme.length).trim() : null;
}

/** Whether a value, as it is typed, is or begins a reference to a file. */
export function isFileReference(typed: string): boolean {
  return /^["']?file:/.test(typed);
}
