import { lazy } from '../../support/lazy.ts';
import type { CheckedJobFile } from './checkJobFile.ts';
import { checkFile } from './checkFile.ts';
import type { KeptChecks } from './checkKeeper.ts';
import type { CheckOptions } from '../findTarget.ts';
import { parseJobFile, type ParsedJobFile } from '../parse/parseJobFile.ts';
import { type PlacedSection, placeSections } from '../sections/placeSections.ts';
import { readSyntax } from '../sections/readSyntax.ts';

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
      const syntax = lazy(() => readSyntax(text, sections()));
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
