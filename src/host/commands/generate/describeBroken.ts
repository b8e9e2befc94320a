import { basename } from 'node:path';
import type { L10n } from '../../ui/l10n.ts';

/** A job file (absolute path) of which nothing is sent. */
export interface BrokenJobFile {
  readonly path: string;
  /** Number of errors. */
  readonly errors: number;
}

/**
 * One message for all files of a press; null for none. It is one line, because a toast without a button shows no more.
 */
export function describeBroken(jobFiles: readonly BrokenJobFile[], l10n: L10n): string | null {
  const [first] = jobFiles;
  if (!first) return null;
  const { errors } = first;
  const name = basename(first.path);
  if (jobFiles.length > 1) {
    const facts = { count: jobFiles.length, name };
    return l10n.t('Nothing was sent: {count} job files have errors. The first one is {name}.', facts);
  }
  return errors === 1
    ? l10n.t('Nothing was sent: {name} has an error.', { name })
    : l10n.t('Nothing was sent: {name} has {errors} errors.', { name, errors });
}
