import { randomInt } from 'node:crypto';
import { isJsonObject, type JsonValue } from '../core/support/json/json.ts';
import type { GatewayParts } from './gatewayParts.ts';
import { between, createRandom } from './media/random.ts';
import { cueOf, isSeed, slownessOf, type TaskBody } from './media/taskBody.ts';
import type { Order } from './parseOrder.ts';
import { priceOf } from './price.ts';
import { createId } from './store/documentStore.ts';
import type { TaskKind, TaskRecord } from './store/taskRecord.ts';

/** Duration of a task at speed 1, in ms, before it varies by up to a sixth. */
const durationsMs: Readonly<Record<TaskKind, number>> = {
  image: 3500,
  music: 5000,
  speech: 2500,
  video: 7000,
  chat: 1500,
};

/** Part of the duration that passes before the work begins. */
const waitingShare = 0.15;

const failure = 'The prompt starts with [fail], so the sandbox let this task fail. Nothing was charged.';

/**
 * Determines the whole future of a task from its checked body. A prompt that starts with `[fail]` makes it fail, free of
 * charge. Without a seed in the body one is drawn, so that another request makes another result.
 */
export function planTask(
  { speed, now }: Pick<GatewayParts, 'speed' | 'now'>,
  order: Omit<Order, 'family'>,
): TaskRecord {
  if (order.known) return order.known;
  const { modality: kind, endpoint, model } = order;
  const createdAtMs = now();
  const seed = isSeed(order.body['seed']) ? order.body['seed'] : randomInt(2 ** 31);
  const random = createRandom(`duration ${String(seed)}`);
  const body = { ...shortenMedia(order.body), seed };
  const durationMs = (durationsMs[kind] * slownessOf(body) * between(random, 5 / 6, 7 / 6)) / speed;
  const isFailing = cueOf(body) === 'fail';
  return {
    id: order.id ?? createId('task_'),
    kind,
    path: endpoint.path,
    model,
    body,
    createdAtMs,
    startsAtMs: createdAtMs + durationMs * waitingShare,
    endsAtMs: createdAtMs + durationMs,
    ...(isFailing ? { amountUsd: 0, failure } : { amountUsd: priceOf(kind, body), failure: null }),
  };
}

/** Returns the record of a synchronous call: it has succeeded when it is created. */
export function planAtOnce(parts: GatewayParts, order: Order): TaskRecord {
  const record = planTask(parts, order);
  return { ...record, startsAtMs: record.createdAtMs, endsAtMs: record.createdAtMs };
}

/** Inline media are never read again, and records stay in memory. */
function shortenMedia(body: TaskBody): TaskBody {
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, shortenValue(value)]));
}

function shortenValue(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.replace(/^(data:[^,]{0,100},).*$/s, '$1');
  if (Array.isArray(value)) return value.map(shortenValue);
  return isJsonObject(value) ? shortenMedia(value) : value;
}
