import { isMediaFieldName } from '../../catalog/mediaFields.ts';
import { isAbsolutePath, isUrl, parseFilePath } from '../../jobFile/filePath.ts';
import { type DocumentView, hasJobs } from './documentView.ts';
import type { FindField, WrittenValue } from './listValues.ts';
import { findMapKind } from './mapKind.ts';

/**
 * Returns the local file that a media value names, as it is written. Null if the value names no file that may be read.
 */
export function findInputPath(view: DocumentView, { path, node }: WrittenValue, findField: FindField): string | null {
  const { value } = node;
  if (typeof value !== 'string' || value.includes('${{') || isUrl(value) || !takesMedia(view, path, findField))
    return null;
  const file = (parseFilePath(value) ?? value).trim();
  return file === '' || file.includes('\n') || isAbsolutePath(file) ? null : file;
}

/** A field that accepts media does so at any depth. If the catalog does not know the field, its name decides. */
function takesMedia(view: DocumentView, path: readonly string[], findField: FindField): boolean {
  const fields = path.map((_, index) => findField(path.slice(0, index + 1)));
  if (fields.some((field) => field?.isMedia)) return true;
  const { kind } = findMapKind(path.slice(0, -1), { hasJobs: hasJobs(view) });
  const isSent = kind === 'job' || kind === 'defaults' || kind === 'member';
  return isSent && fields.at(-1) === undefined && isMediaFieldName(path.at(-1) ?? '');
}
