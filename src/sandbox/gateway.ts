import type { Catalog } from '../core/catalog/catalog.ts';
import { buildBalance } from './balance.ts';
import { createTask } from './createTask.ts';
import { errorAnswer, jsonAnswer, taskError, type Answer } from './http/answer.ts';
import type { Answerer } from './http/listen.ts';
import type { Call } from './http/readCall.ts';
import type { MediaFiles } from './media/mediaFiles.ts';
import { planMedia } from './media/planMedia.ts';
import { serveFile } from './serveFile.ts';
import type { TaskKind } from './store/taskRecord.ts';
import type { TaskStore } from './store/taskStore.ts';
import { buildTaskView } from './taskView.ts';

/** What the endpoints share. */
export interface GatewayParts {
  readonly key: string;
  readonly tasks: TaskStore;
  readonly media: MediaFiles;
  readonly catalog: Catalog;
  /** Divides every task duration. */
  readonly speed: number;
  readonly now: () => number;
}

const taskPaths: ReadonlyMap<string, TaskKind> = new Map([
  ['/v1/images/generations', 'image'],
  ['/v1/music/generations', 'music'],
  ['/v1/audio/speech', 'speech'],
]);

/** The endpoints behind one function, free of sockets. Result files need no key: their URLs can not be guessed. */
export function createGateway(parts: GatewayParts): Answerer {
  return async (call, { baseUrl }) => {
    const file = /^\/files\/([^/]+)\/([^/]+)$/.exec(call.path);
    if (file) return serveFile(parts, call, { taskId: file[1] ?? '', name: file[2] ?? '' });
    if (call.headers['authorization'] !== `Bearer ${parts.key}`) return refuseKey(call);
    if (call.path === '/api/usage/token/user-balance') return answerBalance(parts, call);
    const [path, taskId] = splitTaskPath(call.path);
    const kind = taskPaths.get(path);
    if (!kind) return answerUnknown(call.path);
    if (call.method === 'POST' && taskId === undefined) return createTask(parts, call, { path, kind });
    if (call.method === 'GET') return answerTask(parts, { kind, taskId: taskId ?? '', baseUrl });
    return refuseMethod(call, taskId === undefined ? 'GET, POST' : 'GET');
  };
}

function splitTaskPath(path: string): [path: string, taskId: string | undefined] {
  if (taskPaths.has(path)) return [path, undefined];
  const slash = path.lastIndexOf('/');
  return [path.slice(0, slash), path.slice(slash + 1)];
}

async function answerBalance({ tasks, now }: GatewayParts, call: Call): Promise<Answer> {
  if (call.method !== 'GET') return refuseMethod(call, 'GET');
  return jsonAnswer(200, { success: true, message: '', data: buildBalance(await tasks.readSpentUsd(now())) });
}

async function answerTask(
  { tasks, media, now }: GatewayParts,
  { kind, taskId, baseUrl }: { kind: TaskKind; taskId: string; baseUrl: string },
): Promise<Answer> {
  if (taskId === '') return taskError(400, 'invalid_request', 'task_id is missing: add it to the path.');
  const task = await tasks.find(taskId);
  if (task?.kind !== kind) return taskError(400, 'task_not_exist', `The sandbox has no ${kind} task "${taskId}".`);
  // Somebody follows this task: have its files ready by the time it succeeds.
  if (task.failure === null) media.prepare(task.id, planMedia(task));
  return jsonAnswer(200, { code: 'success', data: buildTaskView(task, { nowMs: now(), baseUrl }) });
}

function refuseKey(call: Call): Answer {
  const message = call.headers['authorization']
    ? 'This key is not valid for the sandbox.'
    : 'The key is missing: send it as "Authorization: Bearer <key>".';
  return errorAnswer(401, 'invalid_api_key', message);
}

function refuseMethod(call: Call, allowed: string): Answer {
  const answer = errorAnswer(405, 'method_not_allowed', `${call.path} takes ${allowed}, not ${call.method}.`);
  return { ...answer, headers: { ...answer.headers, allow: allowed } };
}

function answerUnknown(path: string): Answer {
  const isOfGateway = path.startsWith('/v1/') || path.startsWith('/kling/');
  if (!isOfGateway) return errorAnswer(404, 'not_found', `The sandbox has nothing at ${path}.`);
  const message = `The sandbox does not have ${path} yet: it makes images, music and speech.`;
  return taskError(400, 'not_implemented', message);
}
