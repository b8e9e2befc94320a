import { readFile } from 'node:fs/promises';
import type { JsonObject } from '../core/support/json/json.ts';
import { sha256 } from '../node/sha256.ts';
import { serveChat } from './chat/serveChat.ts';
import { checkBody } from './checkBody.ts';
import type { GatewayParts } from './gatewayParts.ts';
import { baseUrlOf, type Call } from './http/call.ts';
import { errorResponse, jsonResponse, taskError, toUnixSeconds, type GatewayResponse } from './http/response.ts';
import { fileNameOf } from './media/planMedia.ts';
import { planImages } from './media/planImages.ts';
import { findUnmakeable } from './media/planMedia.ts';
import { cueOf, slownessOf } from './media/taskBody.ts';
import { parseOrder, type Order } from './parseOrder.ts';
import { planAtOnce, planTask } from './planTask.ts';
import type { TaskKind, TaskRecord } from './store/taskRecord.ts';

/**
 * Handles the POST of any endpoint that makes something: a task, or synchronous images or text. The response is sent
 * after the task is on disk.
 */
export async function serveCreate(parts: GatewayParts, call: Call): Promise<GatewayResponse> {
  const parsed = parseOrder(call, parts.catalog);
  if ('status' in parsed) return parsed;
  const order = { ...parsed, ...(await findKnown(parts, call)) };
  const { family, modality, endpoint, body } = order;
  const problem = (family && checkBody(family, body)) ?? (endpoint.dialect ? null : findUnmakeable(modality, body));
  if (problem !== null) return taskError(400, 'invalid_request', problem);
  if (endpoint.dialect) return serveChat(parts, order, endpoint.dialect);
  if (cueOf(body) === 'filter')
    return errorResponse(400, 'content_policy_violation', 'The prompt starts with [filter].');
  if (endpoint.pollPath === null) return serveImages(parts, order, baseUrlOf(call));
  const record = planTask(parts, order);
  await parts.tasks.add(record);
  return jsonResponse(200, buildAcknowledgement(record));
}

/**
 * Finds the task of an earlier request with the same `Idempotency-Key`, so that both are charged once. A caller with the
 * id of a task may read its result, so the id of such a task depends on the key of the sandbox.
 */
async function findKnown({ key, tasks }: GatewayParts, { headers, path }: Call): Promise<Pick<Order, 'id' | 'known'>> {
  const identity = headers['idempotency-key'];
  if (identity === undefined) return {};
  const id = `task_${sha256(JSON.stringify([key, path, identity])).slice(0, 32)}`;
  const known = await tasks.find(id);
  return { id, ...(known ? { known } : {}) };
}

/** Duration of a call for synchronous images at speed 1, in ms. */
const imagesDurationMs = 2500;

/** Handles the POST of a synchronous image model, with the response of the interface specification 2.4. */
async function serveImages(parts: GatewayParts, order: Order, baseUrl: string): Promise<GatewayResponse> {
  const record = planAtOnce(parts, order);
  if (record.failure !== null) return taskError(400, 'generation_failed', record.failure);
  await parts.tasks.add(record);
  const specs = cueOf(record.body) === 'empty' ? [] : planImages(record.body);
  parts.media.prepare(record.id, specs);
  await parts.pause(imagesDurationMs * slownessOf(record.body));
  const isInline = record.body['response_format'] === 'b64_json';
  const items = specs.map(async (spec): Promise<JsonObject> => {
    if (!isInline) return { url: `${baseUrl}/files/${record.id}/${fileNameOf(spec)}` };
    const bytes = await readFile(await parts.media.ensure(record.id, spec));
    return { b64_json: bytes.toString('base64') };
  });
  const data = await Promise.all(items);
  return jsonResponse(200, { created: toUnixSeconds(record.createdAtMs), data, amount_usd: record.amountUsd });
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
