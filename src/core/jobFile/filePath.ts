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
