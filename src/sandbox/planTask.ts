import { randomInt } from 'node:crypto';
import { isJsonObject, type JsonValue } from '../core/support/json/json.ts';
import type { GatewayParts } from './gatewayParts.ts';
import type { Seed } from './media/mediaSpec.ts';
import { between, createRandom } from './media/random.ts';
import { isSeed, promptOf, type TaskBody } from './media/taskBody.ts';
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

/** A request of the caller, after all checks. */
interface TaskOrder {
  readonly kind: TaskKind;
  /** Path of the endpoint. */
  readonly path: string;
  /** Empty if the endpoint accepts none. */
  readonly model: string;
  readonly body: TaskBody;
  /** Unix time. */
  readonly createdAtMs: number;
  /** Divides the duration. */
  readonly speed: number;
  /** Used if the body has no seed, so that another request makes another result. */
  readonly seed: Seed;
}

/** Determines the whole future of a task. A prompt that starts with `[fail]` makes it fail, free of charge. */
export function planTask(order: TaskOrder): TaskRecord {
  const { kind, path, model, createdAtMs, speed } = order;
  const seed = isSeed(order.body['seed']) ? order.body['seed'] : order.seed;
  const random = createRandom(`duration ${String(seed)}`);
  const durationMs = (durationsMs[kind] * between(random, 5 / 6, 7 / 6)) / speed;
  const body = { ...shortenMedia(order.body), seed };
  return {
    id: createId('task_'),
    kind,
    path,
    model,
    body,
    createdAtMs,
    startsAtMs: createdAtMs + durationMs * waitingShare,
    endsAtMs: createdAtMs + durationMs,
    ...(isFailing(body) ? { amountUsd: 0, failure } : { amountUsd: priceOf(kind, body), failure: null }),
  };
}

/** Plans the task of a checked body. */
export function planOrder({ speed, now }: GatewayParts, { modality, endpoint, model, body }: Order): TaskRecord {
  const seed = randomInt(2 ** 31);
  return planTask({ kind: modality, path: endpoint.path, model, body, createdAtMs: now(), speed, seed });
}

/** Returns the record of a synchronous call: it has succeeded when it is created. */
export function planAtOnce(parts: GatewayParts, order: Order): TaskRecord {
  const record = planOrder(parts, order);
  return { ...record, startsAtMs: record.createdAtMs, endsAtMs: record.createdAtMs };
}

function isFailing(body: TaskBody): boolean {
  return promptOf(body).startsWith('[fail]');
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
