import type { Estimate } from './estimate.ts';

/** What several requests may cost: the sum of the known estimates. */
export interface RunEstimate {
  /** Number of requests that are charged. */
  readonly count: number;
  /** Number of requests with an estimate. */
  readonly known: number;
  readonly amountUsd: number;
  /** The smallest number of samples among the estimates; 0 without any. */
  readonly samples: number;
}

/** Sums the estimates of requests that are charged; null is a request without an estimate. */
export function sumEstimates(estimates: readonly (Estimate | null)[]): RunEstimate {
  const known = estimates.flatMap((estimate) => estimate ?? []);
  return {
    count: estimates.length,
    known: known.length,
    amountUsd: known.reduce((sum, { amountUsd }) => sum + amountUsd, 0),
    samples: known.length === 0 ? 0 : Math.min(...known.map(({ samples }) => samples)),
  };
}
