import type { CheckedJob } from './checkJob.ts';
import { createJobFileReader } from './createJobFileReader.ts';
import type { CheckOptions } from './findTarget.ts';
import type { JobFile } from './job.ts';
import type { Problem } from './problem.ts';
import type { PlacedSection } from './sections/placeSections.ts';
import type { FileSyntax } from './sections/readSyntax.ts';

/** A text read and checked; planning and every feature of the editor start from it. Parts are read when first asked for. */
export interface CheckedJobFile {
  /** What stands by itself in the text, in its order. Null where the text can not be cut. */
  readonly sections: readonly PlacedSection[] | null;
  /** The text as YAML alone. */
  readonly syntax: FileSyntax;
  readonly jobFile: JobFile;
  /** Parallel to `jobFile.jobs`. */
  readonly jobs: readonly CheckedJob[];
  /** In the order of the text, each finding once. */
  readonly problems: readonly Problem[];
}

/** The same reading as an editor's, of a text that is read once. */
export function checkJobFile(text: string, options: CheckOptions): CheckedJobFile {
  return createJobFileReader(options).read(text);
}
