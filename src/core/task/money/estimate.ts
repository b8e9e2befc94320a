import type { Estimate, PlannedRequest } from '../../jobFile/request.ts';
import { groupBy } from '../../support/groupBy.ts';
import { lazy, lazyByKey } from '../../support/lazy.ts';
import { taskStates } from '../model/taskStates.ts';
import { type Charge, describeCosts, type Hash } from './charge.ts';
import { findPrice, maxPriceUsd, type Prices } from './prices.ts';

export type Estimator = ReturnType<typeof createPrices>['estimate'];

/** Older amounts say little about today's prices. */
const maxSamples = 25;

/** An amount of 0 may be a promotion. After as many, and no other amount, requests are taken to be free. */
const minFreeSamples = 3;

export interface PriceOptions {
  readonly prices: Prices;
  readonly sha256: Hash;
}

/**
 * Learns from charges, in any order. Gateways have different prices, so each profile has its own estimates. The
 * sandbox's amounts are invented and must be left out.
 */
export function createPrices(charges: readonly Charge[], { prices, sha256 }: PriceOptions) {
  const samples = charges.filter(
    ({ state, amountUsd }) => taskStates[state].hasResult && amountUsd !== null && amountUsd <= maxPriceUsd,
  );
  const byCosts = createSamples(samples, keyOf);
  const byModel = createSamples(samples, ({ model, profile }) => (model === null ? null : modelKeyOf(model, profile)));
  const stated = lazyByKey((name) => findPrice(prices, name));
  const estimateLike = (charge: Parameters<typeof keyOf>[0]): Estimate | null =>
    byCosts(keyOf(charge)) ?? stated(charge.model ?? charge.endpoint);
  return {
    /** Returns null for a request to a profile if no similar one to that profile has a known amount or a stated price. */
    estimate: (
      { model, endpoint, recordBody }: Pick<PlannedRequest, 'model' | 'endpoint' | 'recordBody'>,
      profile: string,
    ) => estimateLike({ profile, model, endpoint, costs: describeCosts(recordBody, sha256) }),
    /** The estimate for another request like that of the charge. */
    estimateLike,
    /** The median of what requests to a model have cost with a profile, else the stated price, else null. */
    estimateModel: (model: string, profile: string) => byModel(modelKeyOf(model, profile)) ?? stated(model),
    /** What a charge contributes in addition to `earlierUsd`: its amount, else its estimate. Null if neither is known. */
    usdOf: (charge: Charge): number | null => {
      const { amountUsd, doubtful } = charge;
      if (amountUsd !== null && doubtful === 0) return amountUsd;
      // Without any other one, the price of the last attempt is what is known of the earlier ones.
      const likeUsd = estimateLike(charge)?.amountUsd ?? (amountUsd || null);
      return likeUsd === null ? null : (amountUsd ?? likeUsd) + doubtful * likeUsd;
    },
  };
}

/** Charges are grouped, and each median is computed, when it is first asked for. */
function createSamples(
  charges: readonly Charge[],
  keyBy: (charge: Charge) => string | null,
): (key: string) => Estimate | null {
  const groups = lazy(() => groupBy(charges, keyBy));
  return lazyByKey((key) => estimateFrom(groups().get(key) ?? []));
}

function estimateFrom(charges: readonly Charge[]): Estimate | null {
  const newest = charges.toSorted((one, other) => other.at - one.at).slice(0, maxSamples);
  const amounts = newest.flatMap(({ amountUsd }) => amountUsd || []);
  if (amounts.length > 0) return { amountUsd: medianOf(amounts), samples: amounts.length };
  return newest.length < minFreeSamples ? null : { amountUsd: 0, samples: newest.length };
}

function keyOf({ profile, model, endpoint, costs }: Pick<Charge, 'profile' | 'model' | 'endpoint' | 'costs'>): string {
  return JSON.stringify([profile, model, endpoint, costs]);
}

function modelKeyOf(model: string, profile: string): string {
  return JSON.stringify([profile, model]);
}

function medianOf(amounts: readonly number[]): number {
  const sorted = amounts.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = low] = sorted.length % 2 === 1 ? [sorted[middle]] : [sorted[middle - 1], sorted[middle]];
  return (low + high) / 2;
}

/** What several requests may cost: the sum of the known estimates. */
export interface RunEstimate {
  readonly count: number;
  readonly known: number;
  readonly amountUsd: number;
  /** The smallest number of samples among the estimates. 0 if the user has stated one of them, or without any. */
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
