import { createLimiter, type Limiter } from '../../support/limiter.ts';
import type { TaskError } from '../model/task.ts';
import type { TaskEntry } from '../model/taskEntry.ts';
import type { TaskChange } from '../model/taskEvent.ts';

/** What the user stops of a run: the `unsent` requests, or `all`, also the watching of accepted ones. */
export type RunStopScope = 'unsent' | 'all';

export interface RunPart {
  /** Id of the run, which may have parts for other job files. */
  readonly id: string;
  readonly slots: Limiter;
  /** Stops the submits of the file or the run: a key, a quota or a budget fails the other tasks too. */
  stopSubmits(scope: 'file' | 'run', reason?: TaskError): void;
  /** Why tasks of the file are not submitted. Null while they are. A budget only if there is no other reason. */
  readonly stopReason: TaskError | null;
  /** The user has stopped the run and does not want to watch what the gateway has accepted. */
  readonly isUnwatched: boolean;
}

/** A stop of submits keeps its first reason. A budget gives way to any other one, because it admits some tasks. */
class Stop {
  reason: TaskError | null = null;
  isUnwatched = false;
  readonly #onStop: (reason: TaskError) => void;

  constructor(onStop: (reason: TaskError) => void) {
    this.#onStop = onStop;
  }

  set(reason: TaskError): void {
    if (this.reason && (this.reason.code !== 'over-budget' || reason.code === 'over-budget')) return;
    this.reason = reason;
    this.#onStop(reason);
  }
}

/** The runs of this process. `onStop` is called once for each stop. `startedAs` is null for all files of a run. */
export function createRuns(
  onStop: (stopped: { readonly run: string; readonly startedAs: string | null }, reason: TaskError) => void,
) {
  const runStops = new Map<string, Stop>();
  const parts = new Map<string, RunPart>();
  const add = ({ task: { run }, startedAs, terms }: PartKey): RunPart => {
    const known = runStops.get(run);
    const ofRun = known && !known.reason ? known : new Stop((reason) => onStop({ run, startedAs: null }, reason));
    runStops.set(run, ofRun);
    const stops = { run: ofRun, file: new Stop((reason) => onStop({ run, startedAs }, reason)) };
    const part: RunPart = {
      id: run,
      slots: createLimiter(terms.concurrency),
      stopSubmits: (scope, reason = notSent) => stops[scope].set(reason),
      get stopReason() {
        const reasons = [stops.run.reason, stops.file.reason].flatMap((reason) => reason ?? []);
        return reasons.find(({ code }) => code !== 'over-budget') ?? reasons[0] ?? null;
      },
      get isUnwatched() {
        return ofRun.isUnwatched;
      },
    };
    parts.set(JSON.stringify([run, startedAs]), part);
    return part;
  };
  return {
    /**
     * Returns the part that a task belongs to. If that part was stopped, returns a new part with the terms of the task.
     * Its budget and `on_error` then apply to the resumed task.
     */
    of(entry: PartKey): RunPart {
      const known = parts.get(JSON.stringify([entry.task.run, entry.startedAs]));
      return known && !known.stopReason ? known : add(entry);
    },
    /** Stops a run because the user wants to. Does nothing if no task of the run was watched in this process. */
    stop(run: string, scope: RunStopScope): void {
      const stop = runStops.get(run);
      if (stop && scope === 'all') stop.isUnwatched = true;
      stop?.set(runStopped);
    },
  };
}

type PartKey = Pick<TaskEntry, 'task' | 'startedAs' | 'terms'>;

/** The task was not sent because the user has stopped it, or because its run cannot continue. */
export const notSent: TaskError = { code: 'not-sent', message: '' };

/** The task was not sent because the user has stopped its run. */
const runStopped: TaskError = { code: 'run-stopped', message: '' };

/** Returns the end of a task that was not sent. What the user has stopped needs no attention. */
export function buildUnsentEnd(error: TaskError): TaskChange {
  return { kind: error.code === runStopped.code ? 'skipped' : 'stopped', error };
}
