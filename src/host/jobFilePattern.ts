import { isJobFilePath } from '../core/artifact/jobFileName.ts';

/** What makes a document a job file: its name alone, whatever its language id. */
export const jobFilePattern = '**/*.gen.{yaml,yml}';

/** Documents on disk or on their way there; not the left side of a diff. */
export const jobFileSelector = [
  { scheme: 'file', pattern: jobFilePattern },
  { scheme: 'untitled', pattern: jobFilePattern },
] as const;

/** Whether the document is one that the extension works on: on disk, or not saved yet. */
export function isJobFile(uri: { readonly scheme: string; readonly path: string }): boolean {
  return (uri.scheme === 'file' || uri.scheme === 'untitled') && isJobFilePath(uri.path);
}
