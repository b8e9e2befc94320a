import { randomInt } from 'node:crypto';
import type { Catalog, ModelFamily } from '../core/catalog/catalog.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/support/json.ts';
import { checkBody } from './checkBody.ts';
import type { GatewayParts } from './gateway.ts';
import { jsonAnswer, taskError, type Answer } from './http/answer.ts';
import type { Call } from './http/readCall.ts';
import { findUnmakeable } from './media/planMedia.ts';
import { planTask } from './planTask.ts';
import type { TaskKind, TaskRecord } from './store/taskRecord.ts';

const objects: Readonly<Record<TaskKind, string>> = { image: 'image', music: 'music', speech: 'audio.speech' };

/** POST of an asynchronous endpoint: checks, stores the task, acknowledges. The answer goes out after the task is on disk. */
export async function createTask(
  { tasks, catalog, speed, now }: GatewayParts,
  call: Call,
  { path, kind }: { path: string; kind: TaskKind },
): Promise<Answer> {
  const order = readOrder(call, catalog, path);
  if ('status' in order) return order;
  const { family, body } = order;
  const fault = checkBody(family, body) ?? findUnmakeable(kind, body);
  if (fault !== null) return taskError(400, 'invalid_request', fault);
  const record = planTask({ kind, body, createdAtMs: now(), speed, seed: randomInt(2 ** 31) });
  await tasks.add(record);
  return jsonAnswer(200, buildAcknowledgement(record));
}

interface Order {
  readonly family: ModelFamily;
  readonly body: JsonObject;
}

/** Finds out whom the body is for, or answers why nobody takes it. */
function readOrder({ body }: Call, catalog: Catalog, path: string): Order | Answer {
  if (body.kind === 'too-large') return taskError(413, 'invalid_request', 'The body is larger than 64 MB.');
  if (body.kind !== 'json') return taskError(400, 'invalid_request', 'The body is not valid JSON.');
  // The value comes from JSON.parse, so it is JSON through and through.
  const value = body.value as JsonValue;
  if (!isJsonObject(value)) return taskError(400, 'invalid_request', 'The body must be a JSON object.');
  const model = value['model'] ?? '';
  if (model === '') return taskError(400, 'missing_model', 'model is missing.');
  if (typeof model !== 'string') return taskError(400, 'invalid_request', 'model must be of type string.');
  const family = catalog.models.get(model)?.family;
  if (!family) return taskError(400, 'invalid_request', `model: the sandbox does not have "${model}" yet.`);
  if (family.endpoints.some((each) => each.path === path)) return { family, body: value };
  const message = `model: "${model}" is called at ${family.endpoints[0].path}, not at ${path}.`;
  return taskError(400, 'invalid_model_endpoint', message);
}

/** The task acknowledgement of the interface specification. */
function buildAcknowledgement({ id, kind, model, createdAtMs }: TaskRecord) {
  return {
    id,
    task_id: id,
    object: objects[kind],
    model,
    status: kind === 'image' ? 'queued' : 'submitted',
    progress: 0,
    created_at: Math.floor(createdAtMs / 1000),
  };
}
