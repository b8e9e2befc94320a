import type { RunsRecord } from '../artifact/runsRecord.ts';
import type { PlannedRequest } from '../jobFile/request.ts';
import { canonicalJson } from '../support/canonicalJson.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../support/json.ts';

/** What a request may cost, from what requests like it have cost this user. */
export interface Estimate {
  /** The median. */
  readonly amountUsd: number;
  /** How many requests it is taken from. */
  readonly samples: number;
}

/** Older amounts say little about today's prices. */
const maxSamples = 25;

/** Fields that prices hang on, at the root or inside `metadata`. */
const costFields = [
  'size',
  'resolution',
  'width',
  'height',
  'quality',
  'n',
  'duration',
  'seconds',
  'mode',
  'model_version',
  'sound',
  'audio',
  'turbo',
];

/** Answers for requests; null where nothing like it has a known amount. */
export type Estimator = (request: Pick<PlannedRequest, 'model' | 'endpoint' | 'recordBody'>) => Estimate | null;

/** Learns from history, which is oldest first and free of the sandbox. */
export function createEstimator(history: readonly RunsRecord[]): Estimator {
  const amounts = new Map<string, number[]>();
  for (const { model, endpoint, request, amount_usd, status } of history) {
    if (amount_usd === null || (status !== 'saved' && status !== 'unsaved')) continue;
    const key = costKey({ model, endpoint, recordBody: request });
    const known = amounts.get(key);
    if (known) known.push(amount_usd);
    else amounts.set(key, [amount_usd]);
  }
  return (request) => {
    const samples = (amounts.get(costKey(request)) ?? []).slice(-maxSamples);
    return samples.length === 0 ? null : { amountUsd: medianOf(samples), samples: samples.length };
  };
}

function costKey({ model, endpoint, recordBody }: Parameters<Estimator>[0]): string {
  const metadata = recordBody['metadata'];
  return canonicalJson([model, endpoint, pickCosts(recordBody), isJsonObject(metadata) ? pickCosts(metadata) : null]);
}

function pickCosts(body: JsonObject): JsonValue {
  return Object.fromEntries(
    costFields.flatMap((name) => (Object.hasOwn(body, name) ? [[name, body[name] ?? null] as const] : [])),
  );
}

function medianOf(amounts: readonly number[]): number {
  const sorted = amounts.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = low] = sorted.length % 2 === 1 ? [sorted[middle]] : [sorted[middle - 1], sorted[middle]];
  return (low + high) / 2;
}
