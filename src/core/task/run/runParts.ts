import { createLimiter, type Limiter } from '../../support/limiter.ts';
import type { TaskError } from '../model/task.ts';
import type { RunTerms, TaskEntry } from '../model/taskEntry.ts';
import type { TaskChange } from '../model/taskEvent.ts';

/** What a stop of submits applies to. */
type StopScope = 'file' | 'run';

/** The part of a run that belongs to one job file. */
export interface RunPart {
  /** Id of the run, which may have parts for other job files. */
  readonly id: string;
  readonly slots: Limiter;
  /**
   * Stops the submits of the file or of the whole run, because the cause that one task failed for, such as a key, a
   * quota or a budget, would fail the others too.
   */
  stopSubmits(scope: StopScope, reason?: TaskError): void;
  /**
   * Why tasks of the file are not submitted. Null while they are. A budget is returned only if there is no other
   * reason.
   */
  readonly stopReason: TaskError | null;
  /** The user has stopped the run and does not want to watch what the gateway has accepted. */
  readonly isUnwatched: boolean;
}

/**
 * What the user stops of a run. `unsent`: requests that have not been sent. `all`: also the watching of accepted tasks,
 * which the gateway continues.
 */
export type RunStopScope = 'unsent' | 'all';

/** The runs of this process. */
interface Runs {
  /**
   * Returns the part that a task belongs to. If that part was stopped, returns a new part with the terms of the task.
   * Its budget and `on_error` then apply to the resumed task.
   */
  of(entry: Pick<TaskEntry, 'task' | 'startedAs' | 'terms'>): RunPart;
  /** Stops a run because the user wants to. Does nothing if no task of the run was watched in this process. */
  stop(run: string, scope: RunStopScope): void;
}

/** `onStop` is called once for each job file whose submits end. `startedAs` is null for all files of the run. */
export function createRuns(
  onStop: (stopped: { readonly run: string; readonly startedAs: string | null }, reason: TaskError) => void,
): Runs {
  const runStops = new Map<string, Stop>();
  const unwatched = new WeakSet<Stop>();
  const parts = new Map<string, RunPart>();
  const add: Runs['of'] = ({ task: { run }, startedAs, terms }) => {
    const known = runStops.get(run);
    const ofRun = known && !known.reason ? known : createStop((reason) => onStop({ run, startedAs: null }, reason));
    runStops.set(run, ofRun);
    const ofFile = createStop((reason) => onStop({ run, startedAs }, reason));
    const part = createPart(run, terms, {
      stops: { run: ofRun, file: ofFile },
      isUnwatched: () => unwatched.has(ofRun),
    });
    parts.set(JSON.stringify([run, startedAs]), part);
    return part;
  };
  return {
    of(entry) {
      const known = parts.get(JSON.stringify([entry.task.run, entry.startedAs]));
      return known && !known.stopReason ? known : add(entry);
    },
    stop(run, scope) {
      const stop = runStops.get(run);
      if (stop && scope === 'all') unwatched.add(stop);
      stop?.set(runStopped);
    },
  };
}

function createPart(
  id: string,
  { concurrency }: RunTerms,
  { stops, isUnwatched }: { readonly stops: Readonly<Record<StopScope, Stop>>; readonly isUnwatched: () => boolean },
): RunPart {
  return {
    id,
    slots: createLimiter(concurrency),
    stopSubmits: (scope, reason = notSent) => stops[scope].set(reason),
    get stopReason() {
      const reasons = [stops.run.reason, stops.file.reason].flatMap((reason) => reason ?? []);
      return reasons.find(({ code }) => code !== 'over-budget') ?? reasons[0] ?? null;
    },
    get isUnwatched() {
      return isUnwatched();
    },
  };
}

/** The task was not sent because the user has stopped it, or because its run cannot continue. */
export const notSent: TaskError = { code: 'not-sent', message: '' };

/** The task was not sent because the user has stopped its run. */
const runStopped: TaskError = { code: 'run-stopped', message: '' };

/** Returns the end of a task that was not sent. What the user has stopped needs no attention. */
export function buildUnsentEnd(error: TaskError): TaskChange {
  return { kind: error.code === runStopped.code ? 'skipped' : 'stopped', error };
}

/** Keeps the first reason. A budget gives way to any other reason, because it admits some tasks. */
interface Stop {
  readonly reason: TaskError | null;
  set(reason: TaskError): void;
}

function createStop(onStop: (reason: TaskError) => void): Stop {
  let first: TaskError | null = null;
  return {
    get reason() {
      return first;
    },
    set(reason) {
      if (first && (first.code !== 'over-budget' || reason.code === 'over-budget')) return;
      first = reason;
      onStop(reason);
    },
  };
}
