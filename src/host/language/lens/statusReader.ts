import { existsSync } from 'node:fs';
import { runsFileOf } from '../../../core/artifact/jobFileName.ts';
import type { RunsRecord } from '../../../core/artifact/runsRecord.ts';
import { Emitter } from '../../../core/support/emitter.ts';
import type { EngineHost } from '../../adapters/engineHost.ts';
import { createTimer, redrawMs } from '../../timer.ts';
import { describeStatus, findStatuses, type JobStatuses } from './jobStatus.ts';

/** By id of the job. The job at the root is null. */
type JobResults = ReadonlyMap<string | null, RunsRecord>;

/** The statuses and the last results of the jobs of job files, for the editors that show these files. */
export type StatusReader = ReturnType<typeof createStatusReader>;

/** `visible` returns the absolute paths of the job files that editors show. */
export function createStatusReader(engineHost: EngineHost, visible: () => readonly string[]) {
  const changed = new Emitter<string>();
  const known = new Map<string, JobStatuses>();
  /** The words of each visible file when they were last compared. */
  let shown: ReadonlyMap<string, string> = new Map();
  const results = new WeakMap<readonly RunsRecord[], JobResults>();
  const read = (jobFile: string): JobStatuses => {
    const before = known.get(jobFile);
    if (before) return before;
    const statuses = findStatuses(engineHost.allTasks().filter((task) => task.jobFile === jobFile));
    known.set(jobFile, statuses);
    return statuses;
  };
  const redraw = createTimer(redrawMs, () => {
    const before = shown;
    // Without elapsed time, because the passing of time is not a change.
    const words = (jobFile: string) => [...read(jobFile)].map(([job, status]) => [job, describeStatus(status, 0)]);
    shown = new Map(visible().map((jobFile) => [jobFile, JSON.stringify(words(jobFile))]));
    for (const [jobFile, now] of shown) if ((before.get(jobFile) ?? '[]') !== now) changed.fire(jobFile);
  });
  const forget = (jobFiles: Iterable<string>): void => {
    for (const jobFile of jobFiles) known.delete(jobFile);
    redraw.start();
  };
  const subscriptions = [
    changed,
    redraw,
    engineHost.onDidChangeTask(({ jobFile }) => forget([jobFile])),
    engineHost.onDidRemoveTask(() => forget(known.keys())),
    engineHost.onDidLoad(() => forget(known.keys())),
    engineHost.onDidChangeForeignTasks(() => forget(known.keys())),
  ];
  return {
    /** `jobFile` is an absolute path. The statuses of a file are computed once for each change of its tasks. */
    read,
    /**
     * Reads the last saved record of each job of a file. The engine is loaded only if there is something to read. It
     * returns the same records as long as nothing changes, because the lens is requested after every letter.
     */
    async readResults(jobFile: string): Promise<JobResults> {
      if (!existsSync(runsFileOf(jobFile))) return new Map();
      // A runs file that cannot be read must not remove Generate.
      const records = await (await engineHost.engine()).readRuns(jobFile).catch(() => []);
      const before = results.get(records);
      if (before) return before;
      const saved = new Map(records.filter(({ status }) => status === 'saved').map((record) => [record.job, record]));
      results.set(records, saved);
      return saved;
    },
    /** Fires with the absolute path of a visible job file when the words of its statuses have changed. */
    onDidChange: changed.event,
    /** Compares again, because other files have become visible. */
    look: (): void => redraw.start(),
    dispose: (): void => subscriptions.forEach((each) => each.dispose()),
  };
}
