import { marksFileOf } from '../core/artifact/jobFileName.ts';
import {
  latestMarks,
  noMark,
  parseMarkRecord,
  type Mark,
  type MarkChange,
  type MarkRecord,
} from '../core/artifact/marks.ts';
import type { Clock } from '../core/support/clock.ts';
import { stringifyJson } from '../core/support/json/json.ts';
import type { PartPorts } from '../node/partFiles/partFile.ts';
import { createLineFile } from './lineFile.ts';

/** A result of a job file. Both paths are absolute. */
export interface MarkedResult {
  readonly jobFile: string;
  /** The folder that the marks file may not leave. */
  readonly boundary: string;
  /** SHA-256 of the artifact on disk. */
  readonly sha256: string;
}

export interface ChangedMark {
  readonly before: Mark;
  readonly after: Mark;
}

/** Creates the file with the marks of a job file's results. Users may put it under version control and merge it. */
export function createMarksFile({ clock, ...ports }: PartPorts & { readonly clock: Pick<Clock, 'now'> }) {
  const file = createLineFile({ parse: parseMarkRecord, ...ports });
  let last: Promise<unknown> = Promise.resolve();
  /** Returns the present marks by the SHA-256 of the artifacts. */
  const read = async (jobFile: string): Promise<ReadonlyMap<string, Mark>> =>
    latestMarks(await file.read(marksFileOf(jobFile)), clock.now());
  const changeNow = async ({ jobFile, boundary, sha256 }: MarkedResult, change: MarkChange): Promise<ChangedMark> => {
    const before = (await read(jobFile)).get(sha256) ?? noMark;
    const after = { ...before, ...change };
    const record: MarkRecord = { v: 1, at: new Date(clock.now()).toISOString(), sha256, ...after };
    await file.append(marksFileOf(jobFile), stringifyJson({ ...record }), boundary);
    return { before, after };
  };
  return {
    read,
    /** Changes a mark durably. Changes happen in the order of the calls. Rejects when the file cannot be written. */
    change(result: MarkedResult, change: MarkChange): Promise<ChangedMark> {
      // Each change starts from the mark that the previous one has left.
      const changed = last.then(() => changeNow(result, change));
      last = changed.catch(() => undefined);
      return changed;
    },
  };
}
