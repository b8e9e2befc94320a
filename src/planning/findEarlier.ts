import { dirname, join } from 'node:path';
import type { RunsRecord } from '../core/artifact/runsRecord.ts';
import type { PlannedRequest } from '../core/jobFile/request.ts';
import { groupBy } from '../core/support/groupBy.ts';
import { buildRunsRecord, endKey } from '../core/task/save/recorder.ts';
import { isOpen } from '../core/task/model/taskStates.ts';
import { requestKey, type ResultRef } from '../core/task/model/taskEntry.ts';
import { isSamePlan } from '../core/task/run/startRun.ts';
import type { TaskEntry } from '../core/task/model/taskEntry.ts';
import { findConfinedFile } from '../node/files/confine.ts';
import type { FileSystem } from '../node/files/fileSystem.ts';
import { isImpossiblePath } from '../node/files/systemError.ts';
import { createJobFileMatch } from '../node/jobFilePaths.ts';
import type { Earlier } from './runPlan.ts';

/** Existing results and open tasks of a job file. Each is found only once, so `repeat` finds as many as it needs. */
export interface EarlierPool {
  /** Finds by the fingerprint, which must be known. */
  find(request: PlannedRequest): Promise<Earlier | null>;
  /** Finds a task with the same request that waits for exactly these results. */
  findWaiting(request: PlannedRequest, sources: readonly ResultRef[]): Earlier | null;
}

export interface PoolOptions {
  readonly jobFile: string;
  /** Artifacts are in this folder (absolute). */
  readonly boundary: string;
  /** Oldest first. */
  readonly records: readonly RunsRecord[];
  readonly entries: readonly TaskEntry[];
  readonly files: FileSystem;
  readonly sha256: (text: string) => string;
}

export function createEarlierPool({ jobFile, boundary, files, ...known }: PoolOptions): EarlierPool {
  const isOfFile = createJobFileMatch(jobFile);
  const entries = known.entries.filter(({ task }) => isOfFile(task.jobFile));
  const open = entries.filter(({ task }) => isOpen(task));
  const saved = listSaved({ ...known, entries });
  const openBy = groupBy(open, ({ task }) => task.request.fingerprint);
  const savedBy = groupBy(saved, ({ fingerprint }) => fingerprint);
  const taken = new Set<TaskEntry>();
  const take = (entry: TaskEntry | undefined): Earlier | null => {
    if (!entry) return null;
    taken.add(entry);
    return { kind: 'open', task: entry.task };
  };
  return {
    async find({ fingerprint }) {
      const entry = openBy.get(fingerprint)?.find((each) => !taken.has(each));
      if (entry) return take(entry);
      // A record that was checked is not checked again: it was taken, or its artifacts are gone.
      const left = savedBy.get(fingerprint) ?? [];
      for (let record = left.shift(); record; record = left.shift()) {
        if (await hasArtifacts(record, { jobFile, boundary, files })) return { kind: 'saved', record };
      }
      return null;
    },
    findWaiting(request, sources) {
      const key = JSON.stringify(sources.map(requestKey));
      return take(
        open.find(
          (each) =>
            !taken.has(each) &&
            JSON.stringify(each.sources.map(requestKey)) === key &&
            isSamePlan(each.planned, request),
        ),
      );
    },
  };
}

/**
 * Lists saved records, newest first. A runs file that could not be written, or that was checked out in an older
 * version, lacks records that the journal still knows.
 */
function listSaved({
  records,
  entries,
  sha256,
}: Pick<PoolOptions, 'records' | 'entries' | 'sha256'>): readonly RunsRecord[] {
  const journaled = entries
    .filter(({ task }) => task.state === 'saved')
    .toSorted((one, other) => (other.task.endedAt ?? 0) - (one.task.endedAt ?? 0))
    .flatMap((entry) => buildRunsRecord(entry, sha256) ?? []);
  // In a long history, nearly all records already differ in their time.
  const times = new Set(journaled.map(({ at }) => at));
  const recorded = new Set(records.filter(({ at }) => times.has(at)).map(endKey));
  const missing = journaled.filter((record) => !recorded.has(endKey(record)));
  return [...missing, ...records.toReversed()].filter(
    ({ status, artifacts }) => status === 'saved' && artifacts.length > 0,
  );
}

/**
 * Checks names and not contents, because this is called for each row of a matrix. A result that was changed by hand
 * still exists. A runs file may come from anyone, so a path that leads out of the boundary is not an artifact.
 */
async function hasArtifacts(
  { artifacts }: RunsRecord,
  { jobFile, boundary, files }: Pick<PoolOptions, 'jobFile' | 'boundary' | 'files'>,
): Promise<boolean> {
  for (const { path } of artifacts) {
    const file = join(dirname(jobFile), ...path.split('/'));
    // Nothing is paid again without a question only because the disk does not tell now.
    const isGone = await findConfinedFile(file, boundary, files).then((found) => found === null, isImpossiblePath);
    if (isGone) return false;
  }
  return true;
}
