import { createLimiter, type Limiter } from './limiter.ts';
import type { Task, TaskError } from './task.ts';

/** What a job file asks for in a run. */
export interface RunTerms {
  /** Tasks at once. */
  readonly concurrency: number;
  /** Budget of the file for one run in USD; null leaves it to the settings. */
  readonly budgetUsd: number | null;
  /** A task that ends without a result stops the submits of the other tasks of the file. */
  readonly stopsOnError: boolean;
}

/** How far a stop of submits reaches. */
export type StopScope = 'file' | 'run';

/** The part of a run that is about one job file. */
export interface RunPart {
  /** Id of the run, which may have parts of other job files. */
  readonly id: string;
  readonly terms: RunTerms;
  readonly places: Limiter;
  /**
   * Ends the submits of the file or of the whole run, because what has failed one task, such as a key, a quota or a
   * budget, would fail the others.
   */
  stopSubmits(scope: StopScope, reason?: TaskError): void;
  /** Why tasks of the file are not submitted; null while they are. A budget is named only if it is the one reason. */
  readonly stopReason: TaskError | null;
}

type PartOf = Pick<Task, 'run' | 'jobFile'>;

/** The runs of this process. */
export interface Runs {
  add(place: PartOf, terms: RunTerms): RunPart;
  /**
   * The part that a task belongs to. If it was stopped, a new one on the same terms, so that budget and `on_error` hold
   * for a task that is resumed, too.
   */
  of(task: PartOf): RunPart;
}

/** Used for a task of an earlier process: the terms of its run are not in the journal. */
const defaultTerms: RunTerms = { concurrency: 4, budgetUsd: null, stopsOnError: false };

/** `onStop` hears once of each job file whose submits end; `jobFile` is null for all files of the run. */
export function createRuns(
  onStop: (stopped: { readonly run: string; readonly jobFile: string | null }, reason: TaskError) => void,
): Runs {
  const runStops = new Map<string, Stop>();
  const parts = new Map<string, RunPart>();
  const add: Runs['add'] = ({ run, jobFile }, terms) => {
    const known = runStops.get(run);
    const ofRun = known && !known.reason ? known : createStop((reason) => onStop({ run, jobFile: null }, reason));
    runStops.set(run, ofRun);
    const ofFile = createStop((reason) => onStop({ run, jobFile }, reason));
    const part = createPart(run, terms, { run: ofRun, file: ofFile });
    parts.set(partKey({ run, jobFile }), part);
    return part;
  };
  return {
    add,
    of(task) {
      const known = parts.get(partKey(task));
      return known && !known.stopReason ? known : add(task, known?.terms ?? defaultTerms);
    },
  };
}

function createPart(id: string, terms: RunTerms, stops: Readonly<Record<StopScope, Stop>>): RunPart {
  return {
    id,
    terms,
    places: createLimiter(Math.max(1, Math.floor(terms.concurrency) || 1)),
    stopSubmits: (scope, reason = notSent) => stops[scope].set(reason),
    get stopReason() {
      const reasons = [stops.run.reason, stops.file.reason].flatMap((reason) => reason ?? []);
      return reasons.find(({ code }) => code !== 'over-budget') ?? reasons[0] ?? null;
    },
  };
}

const notSent: TaskError = { code: 'not-sent', message: '' };

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

function partKey({ run, jobFile }: PartOf): string {
  return JSON.stringify([run, jobFile]);
}
