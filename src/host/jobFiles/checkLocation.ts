import { posix } from 'node:path';
import { findNotJobFile, type NotJobFile } from '../../core/jobFile/recognize/findNotJobFile.ts';

/** The parts of a URI that are used here. */
export interface UriParts {
  readonly scheme: string;
  readonly path: string;
  readonly fsPath: string;
  toString(): string;
}

/**
 * The reason why a document is not a job file in this window. `scheme`: it is neither on disk nor a document to be
 * saved. `excluded`: the setting `genwright.files.exclude` matches it.
 */
export type NotJobFileHere = NotJobFile | 'scheme' | 'excluded';

export type IsExcluded<Uri extends UriParts> = (uri: Uri) => boolean;

/** Returns why a document cannot be a job file, whatever its text is. Null if the content decides. */
export function checkLocation<Uri extends UriParts>(uri: Uri, isExcluded: IsExcluded<Uri>): NotJobFileHere | null {
  const reason = checkContent(uri, '');
  if (reason !== null) return reason;
  if (uri.scheme !== 'file' && uri.scheme !== 'untitled') return 'scheme';
  return isExcluded(uri) ? 'excluded' : null;
}

export function checkContent({ path }: UriParts, text: string): NotJobFile | null {
  return findNotJobFile({ name: posix.basename(path), text });
}
