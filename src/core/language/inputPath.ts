import { isMediaFieldName } from '../catalog/mediaFieldNames.ts';
import { isAbsolutePath } from '../jobFile/filePath.ts';
import { readFilePath } from '../jobFile/compile/parseVars.ts';
import { isUrl } from '../jobFile/isUrl.ts';
import { type DocumentView, hasJobs } from './documentView.ts';
import type { FindField, WrittenValue } from './listValues.ts';
import { findScope } from './scope.ts';

/** The local file that a value names where media is taken, as it is written; null where it names none that may be read. */
export function findInputPath(view: DocumentView, { path, node }: WrittenValue, findField: FindField): string | null {
  const { value } = node;
  if (typeof value !== 'string' || value.includes('${{') || isUrl(value) || !takesMedia(view, path, findField))
    return null;
  const file = (readFilePath(value) ?? value).trim();
  return file === '' || file.includes('\n') || isAbsolutePath(file) ? null : file;
}

/** A field that takes media takes it at any depth; where the catalog knows no field, its name tells. */
function takesMedia(view: DocumentView, path: readonly string[], findField: FindField): boolean {
  const fields = path.map((_, index) => findField(path.slice(0, index + 1)));
  if (fields.some((field) => field?.isMedia)) return true;
  const { kind } = findScope(path.slice(0, -1), { hasJobs: hasJobs(view) });
  const isSent = kind === 'job' || kind === 'defaults' || kind === 'member';
  return isSent && fields.at(-1) === undefined && isMediaFieldName(path.at(-1) ?? '');
}
