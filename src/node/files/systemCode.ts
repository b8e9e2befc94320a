/** Returns the code of a Node system error (`EEXIST`), or null for anything else. */
export function systemCode(error: unknown): string | null {
  const code: unknown = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return typeof code === 'string' ? code : null;
}

export function isMissing(error: unknown): boolean {
  const code = systemCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Returns a handler of rejections that replaces the error of a missing file by a value. */
export function ifMissing<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (isMissing(error)) return value;
    throw error;
  };
}

/** Whether no file can ever be at the path: its name is too long or not allowed, or its links form a cycle. */
export function isImpossiblePath(error: unknown): boolean {
  return ['ENAMETOOLONG', 'EINVAL', 'ELOOP', 'ERR_INVALID_ARG_VALUE'].includes(systemCode(error) ?? '');
}
