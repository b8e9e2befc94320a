import { parseFilePath, isAbsolutePath, normalizePath } from '../../jobFile/lookups.ts';
import type { ScalarNode } from '../../jobFile/syntax/syntaxNode.ts';
import type { TextRange } from '../../support/textRange.ts';
import type { DocumentLink } from '../languageService.ts';
import type { DocumentView } from './documentView.ts';
import { findInputPath, listValues, type WrittenValue } from './listValues.ts';

/** Lists URLs, text files, files of variables and input files. A file that is known to be missing has no link. */
export function listLinks(
  view: DocumentView,
  range: TextRange = { start: 0, end: view.text.length },
): readonly DocumentLink[] {
  return listValues(view, range).flatMap((value): readonly DocumentLink[] => {
    const target = findLinkTarget(view, value);
    return target === null ? [] : [{ ...rangeOfText(value.node), target }];
  });
}

/** A longer value is prose. */
const maxLength = 2_000;

function findLinkTarget(view: DocumentView, written: WrittenValue): string | null {
  const { value } = written.node;
  if (typeof value !== 'string' || value.length > maxLength || !/[./\\]/.test(value)) return null;
  if (value.includes('${{')) return null;
  if (/^https:\/\/[^\s/]\S*$/.test(value)) return value;
  const input = findInputPath(view, written) ?? (written.path.length === 1 ? readSchema(written) : null);
  if (input !== null) return isThere(view, input) ? input : null;
  const file = parseFilePath(value);
  return file !== null && file !== '' && !isAbsolutePath(file) && isReadable(view, file) ? file : null;
}

function readSchema({ path, node }: WrittenValue): string | null {
  const value = String(node.value);
  return path[0] === '$schema' && !isAbsolutePath(value) && !/^[a-z]+:/i.test(value) ? value : null;
}

function isThere({ world: { files } }: DocumentView, path: string): boolean {
  const found = files?.inspect(normalizePath(path));
  return found === undefined || (found.exists && found.isInside);
}

function isReadable({ world: { files } }: DocumentView, path: string): boolean {
  return files === undefined || !files.isTrusted || files.readText(normalizePath(path)).ok;
}

function rangeOfText({ start, end, style }: ScalarNode): TextRange {
  return style === 'quoted' ? { start: start + 1, end: end - 1 } : { start, end };
}
