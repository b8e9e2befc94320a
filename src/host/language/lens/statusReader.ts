import { Emitter, type Event } from '../../../core/support/emitter.ts';
import type { EngineHost } from '../../adapters/engineHost.ts';
import type { L10n } from '../../ui/l10n.ts';
import { createTimer } from '../../timer.ts';
import { describeStatus, findStatuses, type JobStatuses } from './jobStatus.ts';

/** The statuses of the jobs of job files, for the editors that show these files. */
export interface StatusReader {
  /** `jobFile` is an absolute path. The statuses of a file are computed once for each change of its tasks. */
  read(jobFile: string): JobStatuses;
  /** Fires with the absolute path of a visible job file when the words of its statuses have changed. */
  readonly onDidChange: Event<string>;
  /** Compares again, because other files have become visible. */
  look(): void;
  dispose(): void;
}

interface StatusPorts {
  readonly engineHost: Pick<
    EngineHost,
    'allTasks' | 'onDidChangeTask' | 'onDidRemoveTask' | 'onDidLoad' | 'onDidChangeForeignTasks'
  >;
  /** Absolute paths of the job files that editors show. */
  readonly visible: () => readonly string[];
  readonly l10n: L10n;
}

/** Delay in ms. All changes within this time are shown at once. */
const redrawMs = 250;

export function createStatusReader({ engineHost, visible, l10n }: StatusPorts): StatusReader {
  const changed = new Emitter<string>();
  const known = new Map<string, JobStatuses>();
  /** The words of each visible file when they were last compared. */
  let shown: ReadonlyMap<string, string> = new Map();
  const read = (jobFile: string): JobStatuses => {
    const before = known.get(jobFile);
    if (before) return before;
    const statuses = findStatuses(engineHost.allTasks().filter((task) => task.jobFile === jobFile));
    known.set(jobFile, statuses);
    return statuses;
  };
  const redraw = createTimer(redrawMs, () => {
    const before = shown;
    shown = new Map(visible().map((jobFile) => [jobFile, wordStatuses(read(jobFile), l10n)]));
    for (const [jobFile, words] of shown) if ((before.get(jobFile) ?? '[]') !== words) changed.fire(jobFile);
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
    read,
    onDidChange: changed.event,
    look: () => redraw.start(),
    dispose: () => subscriptions.forEach((each) => each.dispose()),
  };
}

/** Returns the words without elapsed time, so that the passing of time is not a change. */
function wordStatuses(statuses: JobStatuses, l10n: L10n): string {
  return JSON.stringify([...statuses].map(([job, status]) => [job, describeStatus(status, { now: 0, l10n })]));
}
