import { answerCreate } from './answerCreate.ts';
import { answerAssets } from './assets/answerAssets.ts';
import { buildBalance } from './balance.ts';
import { answerDocs } from './docs/answerDocs.ts';
import type { GatewayParts } from './gatewayParts.ts';
import { errorAnswer, jsonAnswer, taskError, type Answer } from './http/answer.ts';
import type { Gateway } from './http/listen.ts';
import type { Call, CallHead } from './http/readCall.ts';
import { planMedia } from './media/planMedia.ts';
import { isCreatePath, parseTaskQuery, type TaskQuery } from './routes.ts';
import { serveFile } from './serveFile.ts';
import { buildTaskAnswer } from './views/taskAnswer.ts';

/** The endpoints as one object, independent of sockets. */
export function createGateway(parts: GatewayParts): Gateway {
  return {
    refuse(head) {
      if (isOpenPath(head.path)) return isRead(head) ? null : refuseMethod(head, 'GET, HEAD');
      return head.headers['authorization'] === `Bearer ${parts.key}` ? null : refuseKey(head);
    },
    async answer(call, context) {
      const [, taskId, name] = filePath.exec(call.path) ?? [];
      if (taskId !== undefined && name !== undefined) return serveFile(parts, call, { taskId, name });
      if (isOpenPath(call.path)) return answerDocs(parts.docs, call);
      if (call.path === '/api/usage/token/user-balance') return answerBalance(parts, call);
      if (call.path.startsWith('/v1/assets/')) {
        return call.method === 'POST' ? answerAssets(parts, call) : refuseMethod(call, 'POST');
      }
      return answerModels(parts, call, context);
    },
  };
}

const filePath = /^\/files\/([^/]+)\/([^/]+)$/;

/** Whether a path needs no key: documents are public, and the URL of a result file cannot be guessed. */
function isOpenPath(path: string): boolean {
  return path.startsWith('/docs/') || filePath.test(path);
}

function isRead({ method }: CallHead): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Handles the endpoints that make something, and the queries of tasks. */
async function answerModels(
  parts: GatewayParts,
  call: Call,
  { baseUrl }: { readonly baseUrl: string },
): Promise<Answer> {
  const isCreate = isCreatePath(call.path);
  if (isCreate && call.method === 'POST') return answerCreate(parts, call, { baseUrl });
  const query = parseTaskQuery(call.path);
  if (!isCreate && !query) return answerUnknown(call.path);
  if (!query || call.method !== 'GET') return refuseMethod(call, listMethods(isCreate, query !== null));
  return answerTask(parts, query, { baseUrl });
}

function listMethods(isCreate: boolean, isQuery: boolean): string {
  return [...(isQuery ? ['GET'] : []), ...(isCreate ? ['POST'] : [])].join(', ');
}

async function answerBalance({ tasks, now }: GatewayParts, call: Call): Promise<Answer> {
  if (call.method !== 'GET') return refuseMethod(call, 'GET');
  return jsonAnswer(200, { success: true, message: '', data: buildBalance(await tasks.readSpentUsd(now())) });
}

async function answerTask(
  { tasks, media, now }: GatewayParts,
  { taskId, madeAt, isLegacyPath }: TaskQuery,
  { baseUrl }: { readonly baseUrl: string },
): Promise<Answer> {
  if (taskId === '') return taskError(400, 'invalid_request', 'task_id is missing: add it to the path.');
  const task = await tasks.find(taskId);
  if (!task || !madeAt.includes(task.path)) {
    return taskError(400, 'task_not_exist', `The sandbox has no task "${taskId}" here.`);
  }
  // The task is being watched, so its files are prepared before it succeeds.
  if (task.failure === null) media.prepare(task.id, planMedia(task));
  return jsonAnswer(200, buildTaskAnswer(task, { nowMs: now(), baseUrl, isLegacyPath }));
}

function refuseKey(call: CallHead): Answer {
  const message = call.headers['authorization']
    ? 'This key is not valid for the sandbox.'
    : 'The key is missing: send it as "Authorization: Bearer <key>".';
  return errorAnswer(401, 'invalid_api_key', message);
}

function refuseMethod(call: CallHead, allowed: string): Answer {
  const answer = errorAnswer(405, 'method_not_allowed', `${call.path} takes ${allowed}, not ${call.method}.`);
  return { ...answer, headers: { ...answer.headers, allow: allowed } };
}

function answerUnknown(path: string): Answer {
  const isOfGateway = path.startsWith('/v1/') || path.startsWith('/kling/');
  if (!isOfGateway) return errorAnswer(404, 'not_found', `The sandbox has nothing at ${path}.`);
  return taskError(400, 'not_implemented', `The sandbox does not have ${path}.`);
}
