import { createLimiter, type Limiter } from '../../support/limiter.ts';
import type { RunTerms, TaskEntry } from '../model/taskEntry.ts';
import type { TaskError } from '../model/task.ts';

/** What a stop of submits applies to. */
export type StopScope = 'file' | 'run';

/** The part of a run that belongs to one job file. */
export interface RunPart {
  /** Id of the run, which may have parts for other job files. */
  readonly id: string;
  readonly terms: RunTerms;
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
}

/** The runs of this process. */
export interface Runs {
  /**
   * Returns the part that a task belongs to. If that part was stopped, returns a new one with the terms of the task, so
   * that budget and `on_error` also apply to a task that is resumed.
   */
  of(entry: Pick<TaskEntry, 'task' | 'startedAs' | 'terms'>): RunPart;
}

/** `onStop` is called once for each job file whose submits end. `startedAs` is null for all files of the run. */
export function createRuns(
  onStop: (stopped: { readonly run: string; readonly startedAs: string | null }, reason: TaskError) => void,
): Runs {
  const runStops = new Map<string, Stop>();
  const parts = new Map<string, RunPart>();
  const add: Runs['of'] = ({ task: { run }, startedAs, terms }) => {
    const known = runStops.get(run);
    const ofRun = known && !known.reason ? known : createStop((reason) => onStop({ run, startedAs: null }, reason));
    runStops.set(run, ofRun);
    const ofFile = createStop((reason) => onStop({ run, startedAs }, reason));
    const part = createPart(run, terms, { run: ofRun, file: ofFile });
    parts.set(JSON.stringify([run, startedAs]), part);
    return part;
  };
  return {
    of(entry) {
      const known = parts.get(JSON.stringify([entry.task.run, entry.startedAs]));
      return known && !known.stopReason ? known : add(entry);
    },
  };
}

function createPart(id: string, terms: RunTerms, stops: Readonly<Record<StopScope, Stop>>): RunPart {
  return {
    id,
    terms,
    slots: createLimiter(terms.concurrency),
    stopSubmits: (scope, reason = notSent) => stops[scope].set(reason),
    get stopReason() {
      const reasons = [stops.run.reason, stops.file.reason].flatMap((reason) => reason ?? []);
      return reasons.find(({ code }) => code !== 'over-budget') ?? reasons[0] ?? null;
    },
  };
}

/** The task was not sent because the user has stopped it or its run. */
export const notSent: TaskError = { code: 'not-sent', message: '' };

/** Keeps the first reason. */
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
      if (first) return;
      first = reason;
      onStop(reason);
    },
  };
}
