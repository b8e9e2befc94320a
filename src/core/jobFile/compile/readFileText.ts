import type { TextRange } from '../../support/textRange.ts';
import { isAbsolutePath, normalizePath } from '../filePath.ts';
import type { Lookups } from '../lookups.ts';
import { buildProblem, type ReportProblem } from '../problem.ts';

/** The range at which problems of a file are shown, and the name that they use. */
export interface FileRange extends TextRange {
  readonly use: 'text' | 'vars';
}

/**
 * Returns the text of `file://`, with `\n` as line breaks and without a byte order mark, so that it is the same on
 * every system. Null if it cannot be read, which is reported, or if files are not read.
 */
export function readFileText(
  path: string,
  range: FileRange,
  { lookups, report }: { readonly lookups: Lookups | undefined; readonly report: ReportProblem },
): string | null {
  const refuse = (variant: string): null => {
    report(buildProblem('unreadable-file', range, { args: { path, variant, use: range.use } }));
    return null;
  };
  if (path === '') return refuse('empty');
  if (isAbsolutePath(path)) return refuse('absolute');
  if (lookups?.isTrusted === false) return refuse('untrusted');
  const outcome = lookups?.files?.readText(normalizePath(path));
  if (!outcome) return null;
  return outcome.ok ? outcome.text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n') : refuse(outcome.reason);
}
