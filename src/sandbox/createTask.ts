import { randomInt } from 'node:crypto';
import type { JsonObject } from '../core/support/json/json.ts';
import type { GatewayParts } from './gatewayParts.ts';
import { jsonResponse, type GatewayResponse } from './http/response.ts';
import type { Order } from './parseOrder.ts';
import { planTask } from './planTask.ts';
import type { TaskRecord, TaskKind } from './store/taskRecord.ts';
import { toUnixSeconds } from './views/phase.ts';

/**
 * Handles the POST of an asynchronous endpoint: stores the task and acknowledges it. The response is sent after the
 * task is on disk.
 */
export async function createTask(parts: GatewayParts, order: Order): Promise<GatewayResponse> {
  const record = planOrder(parts, order);
  await parts.tasks.add(record);
  return jsonResponse(200, buildAcknowledgement(record));
}

function planOrder({ speed, now }: GatewayParts, { modality, endpoint, model, body }: Order): TaskRecord {
  const createdAtMs = now();
  const seed = randomInt(2 ** 31);
  return planTask({ kind: modality, path: endpoint.path, model, body, createdAtMs, speed, seed });
}

/** Returns the record of a synchronous call: it has succeeded when it is created. */
export function planAtOnce(parts: GatewayParts, order: Order): TaskRecord {
  const record = planOrder(parts, order);
  return { ...record, startsAtMs: record.createdAtMs, endsAtMs: record.createdAtMs };
}

/** The interface specification names three of them. A video task has been observed to start with an empty status. */
const firstWords: Readonly<Record<TaskKind, { readonly object: string; readonly status: string }>> = {
  image: { object: 'image', status: 'queued' },
  music: { object: 'music', status: 'submitted' },
  speech: { object: 'audio.speech', status: 'submitted' },
  video: { object: 'video', status: '' },
  chat: { object: 'chat', status: '' },
};

/** Builds the task acknowledgement of the interface specification 2.1. */
function buildAcknowledgement({ id, kind, model, createdAtMs }: TaskRecord): JsonObject {
  const { object, status } = firstWords[kind];
  return { id, task_id: id, object, model, status, progress: 0, created_at: toUnixSeconds(createdAtMs) };
}
