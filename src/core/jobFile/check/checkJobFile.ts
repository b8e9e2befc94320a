import { lazy } from '../../support/lazy.ts';
import type { CheckOptions } from '../findTarget.ts';
import type { JobFile } from '../job.ts';
import { parseJobFile, type ParsedJobFile } from '../parse/parseJobFile.ts';
import { placeSections, type PlacedSection } from '../sections/placeSections.ts';
import { parseSections, type FileSyntax } from '../sections/parseSections.ts';
import { checkFile, type FileCheck } from './checkFile.ts';
import type { KeptChecks } from './checkKeeper.ts';

/**
 * A text that is parsed and checked. Planning and every feature of the editor start from it. Each part is read on first
 * use.
 */
export interface CheckedJobFile extends Pick<FileCheck, 'jobs' | 'problems'> {
  /** The independent sections of the text, in its order. Null if the text cannot be cut. */
  readonly sections: readonly PlacedSection[] | null;
  /** The text as YAML alone. */
  readonly syntax: FileSyntax;
  readonly jobFile: JobFile;
}

/** Checks a text once, in the same way as an editor. */
export function checkJobFile(text: string, options: CheckOptions): CheckedJobFile {
  return createJobFileReader(options).read(text);
}

/** Reads the versions of a job file. Parts that an edit does not touch are neither parsed nor checked again. */
export interface JobFileReader {
  read(text: string): CheckedJobFile;
  /** Checks every job again, because files or the environment have changed. */
  forgetChecks(): void;
}

/** Results that are kept of earlier versions only affect the time that it takes. */
export function createJobFileReader(options: CheckOptions): JobFileReader {
  let keptSections: readonly PlacedSection[] = [];
  let keptJobs: ParsedJobFile | null = null;
  let keptChecks: KeptChecks | null = null;
  return {
    read(text) {
      const sections = lazy(() => {
        const placed = placeSections(text, keptSections);
        if (placed) keptSections = placed;
        return placed;
      });
      const syntax = lazy(() => parseSections(text, sections()));
      const parsed = lazy(() => (keptJobs = parseJobFile(syntax(), keptJobs)));
      const check = lazy(() => {
        const checked = checkFile(parsed(), { syntax: syntax(), options, before: keptChecks });
        keptChecks = checked.kept;
        return checked;
      });
      return {
        get sections() {
          return sections();
        },
        get syntax() {
          return syntax();
        },
        get jobFile() {
          return parsed().jobFile;
        },
        get jobs() {
          return check().jobs;
        },
        get problems() {
          return check().problems;
        },
      };
    },
    forgetChecks() {
      keptChecks = null;
    },
  };
}
