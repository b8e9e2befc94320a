import type { CheckedJob } from './checkJob.ts';
import { createJobFileReader } from './createJobFileReader.ts';
import type { CheckOptions } from '../findTarget.ts';
import type { JobFile } from '../job.ts';
import type { Problem } from '../problem.ts';
import type { PlacedSection } from '../sections/placeSections.ts';
import type { FileSyntax } from '../sections/readSyntax.ts';

/**
 * A text that is parsed and checked. Planning and every feature of the editor start from it. Each part is read on first
 * use.
 */
export interface CheckedJobFile {
  /** The independent sections of the text, in its order. Null if the text cannot be cut. */
  readonly sections: readonly PlacedSection[] | null;
  /** The text as YAML alone. */
  readonly syntax: FileSyntax;
  readonly jobFile: JobFile;
  /** Parallel to `jobFile.jobs`. */
  readonly jobs: readonly CheckedJob[];
  /** Problems in the order of the text, each once. */
  readonly problems: readonly Problem[];
}

/** Checks a text once, in the same way as an editor. */
export function checkJobFile(text: string, options: CheckOptions): CheckedJobFile {
  return createJobFileReader(options).read(text);
}
