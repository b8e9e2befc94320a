/** The conditions on which the requests of one job file are sent in a run. */
export interface RunTerms {
  /** Number of tasks that run at the same time, from 1 to `maxConcurrency`. */
  readonly concurrency: number;
  /** Budget of the file for one run in USD. Null leaves the budget to the settings. */
  readonly budgetUsd: number | null;
  /** A task that ends without a result stops the submits of the other tasks of the file. */
  readonly stopsOnError: boolean;
}

/** A larger number has no effect: the gate of a profile lets fewer calls through. */
export const maxConcurrency = 1_000;

/** Used for tasks of earlier versions, which did not write the terms into the journal. */
export const defaultTerms: RunTerms = { concurrency: 4, budgetUsd: null, stopsOnError: false };

/** Returns the terms with numbers within their bounds, as the journal accepts them. */
export function buildTerms({ concurrency, budgetUsd, stopsOnError }: RunTerms): RunTerms {
  return {
    concurrency: Math.min(maxConcurrency, Math.max(1, Math.floor(concurrency) || 1)),
    budgetUsd: budgetUsd !== null && Number.isFinite(budgetUsd) ? Math.max(0, budgetUsd) : null,
    stopsOnError,
  };
}
