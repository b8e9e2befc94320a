import type { Endpoint } from '../core/catalog/catalog.ts';
import { endpoints } from '../core/catalog/endpoints.ts';
import { serveAssets } from './assets/serveAssets.ts';
import { serveDocs } from './docs/serveDocs.ts';
import type { GatewayParts } from './gatewayParts.ts';
import type { Gateway } from './http/listen.ts';
import type { Call, CallHead } from './http/call.ts';
import { errorResponse, jsonResponse, taskError, type GatewayResponse } from './http/response.ts';
import { planMedia } from './media/planMedia.ts';
import { buildBalance } from './price.ts';
import { serveCreate } from './serveCreate.ts';
import { serveFile } from './serveFile.ts';
import { buildTaskResponse } from './views/taskResponse.ts';

/** The endpoints as one object, independent of sockets. */
export function createGateway(parts: GatewayParts): Gateway {
  return {
    refuse(head) {
      if (isOpenPath(head.path)) return isRead(head) ? null : refuseMethod(head, 'GET, HEAD');
      return head.headers['authorization'] === `Bearer ${parts.key}` ? null : refuseKey(head);
    },
    async respond(call, context) {
      const [, taskId, name] = filePath.exec(call.path) ?? [];
      if (taskId !== undefined && name !== undefined) return serveFile(parts, call, { taskId, name });
      if (isOpenPath(call.path)) return serveDocs(parts.docs, call);
      if (call.path === '/api/usage/token/user-balance') return serveBalance(parts, call);
      if (call.path.startsWith('/v1/assets/')) {
        return call.method === 'POST' ? serveAssets(parts, call) : refuseMethod(call, 'POST');
      }
      return serveModels(parts, call, context);
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
async function serveModels(
  parts: GatewayParts,
  call: Call,
  { baseUrl }: { readonly baseUrl: string },
): Promise<GatewayResponse> {
  const isCreate = isCreatePath(call.path);
  if (isCreate && call.method === 'POST') return serveCreate(parts, call, { baseUrl });
  const query = parseTaskQuery(call.path);
  if (!isCreate && !query) return serveUnknown(call.path);
  if (!query || call.method !== 'GET') return refuseMethod(call, listMethods(isCreate, query !== null));
  return serveTask(parts, query, { baseUrl });
}

function listMethods(isCreate: boolean, isQuery: boolean): string {
  return [...(isQuery ? ['GET'] : []), ...(isCreate ? ['POST'] : [])].join(', ');
}

async function serveBalance({ tasks, now }: GatewayParts, call: Call): Promise<GatewayResponse> {
  if (call.method !== 'GET') return refuseMethod(call, 'GET');
  return jsonResponse(200, { success: true, message: '', data: buildBalance(await tasks.readSpentUsd(now())) });
}

async function serveTask(
  { tasks, media, now }: GatewayParts,
  { taskId, madeAt, isLegacyPath }: TaskQuery,
  { baseUrl }: { readonly baseUrl: string },
): Promise<GatewayResponse> {
  if (taskId === '') return taskError(400, 'invalid_request', 'task_id is missing: add it to the path.');
  const task = await tasks.find(taskId);
  if (!task || !madeAt.includes(task.path)) {
    return taskError(400, 'task_not_exist', `The sandbox has no task "${taskId}" here.`);
  }
  // The task is being watched, so its files are prepared before it succeeds.
  if (task.failure === null) media.prepare(task.id, planMedia(task));
  return jsonResponse(200, buildTaskResponse(task, { nowMs: now(), baseUrl, isLegacyPath }));
}

function refuseKey(call: CallHead): GatewayResponse {
  const message = call.headers['authorization']
    ? 'This key is not valid for the sandbox.'
    : 'The key is missing: send it as "Authorization: Bearer <key>".';
  return errorResponse(401, 'invalid_api_key', message);
}

function refuseMethod(call: CallHead, allowed: string): GatewayResponse {
  const response = errorResponse(405, 'method_not_allowed', `${call.path} accepts ${allowed}, not ${call.method}.`);
  return { ...response, headers: { ...response.headers, allow: allowed } };
}

function serveUnknown(path: string): GatewayResponse {
  const isOfGateway = path.startsWith('/v1/') || path.startsWith('/kling/');
  if (!isOfGateway) return errorResponse(404, 'not_found', `The sandbox has nothing at ${path}.`);
  return taskError(400, 'not_implemented', `The sandbox does not have ${path}.`);
}

const allEndpoints: readonly Endpoint[] = Object.values(endpoints);

/** Whether the path accepts a POST that makes something. */
function isCreatePath(path: string): boolean {
  return allEndpoints.some((endpoint) => endpoint.path === path);
}

/** A parsed task query. */
interface TaskQuery {
  /** Paths whose tasks can be queried there. */
  readonly madeAt: readonly string[];
  /** Empty if the path has none. */
  readonly taskId: string;
  readonly isLegacyPath: boolean;
}

/** Parses the path of a task query. Null if it is not one. A create path with tasks is a query without its task id. */
function parseTaskQuery(path: string): TaskQuery | null {
  const pollPath = allEndpoints.find((endpoint) => endpoint.path === path && endpoint.pollPath !== null)?.pollPath;
  const asked = pollPath?.replace('{task_id}', '') ?? (isCreatePath(path) ? null : path);
  if (asked === null) return null;
  const route = queryRoutes.find(({ prefix }) => asked.startsWith(prefix) || `${asked}/` === prefix);
  if (!route) return null;
  const { prefix, ...query } = route;
  return { ...query, taskId: asked.slice(prefix.length) };
}

interface QueryRoute extends Omit<TaskQuery, 'taskId'> {
  /** The path up to the task id. */
  readonly prefix: string;
}

/** Longest first, because one path may be the start of another. */
const queryRoutes = buildQueryRoutes().sort((a, b) => b.prefix.length - a.prefix.length);

function buildQueryRoutes(): QueryRoute[] {
  const pollPaths = new Set(allEndpoints.flatMap(({ pollPath }) => pollPath ?? []));
  return [...pollPaths].map((pollPath) => ({
    prefix: pollPath.replace('{task_id}', ''),
    madeAt: allEndpoints.filter((endpoint) => isKnownAt(endpoint, pollPath)).map(({ path }) => path),
    isLegacyPath: pollPath === endpoints.legacyVideo.pollPath,
  }));
}

/** The preferred video query also finds native tasks. It does not find legacy ones, so that clients must fall back. */
function isKnownAt({ path, pollPath }: Endpoint, askedPollPath: string): boolean {
  const isNative = path === endpoints.klingText.path || path === endpoints.klingImage.path;
  return pollPath === askedPollPath || (isNative && askedPollPath === endpoints.videos.pollPath);
}
