import type { Endpoint } from '../core/catalog/catalog.ts';
import { endpoints } from '../core/catalog/endpoints.ts';
import { serveAssets } from './assets/serveAssets.ts';
import { serveDocs } from './docs/serveDocs.ts';
import type { GatewayParts } from './gatewayParts.ts';
import { baseUrlOf, type Call, type CallHead } from './http/call.ts';
import type { Gateway } from './http/listen.ts';
import { errorResponse, jsonResponse, taskError, type GatewayResponse } from './http/response.ts';
import { planMedia } from './media/planMedia.ts';
import { buildBalance } from './price.ts';
import { serveCreate } from './serveCreate.ts';
import { serveFile } from './serveFile.ts';
import { buildTaskResponse } from './views/taskResponse.ts';

/** A path, and what handles calls of it. */
interface Route {
  readonly path: RegExp;
  readonly methods: readonly string[];
  /** The path needs no key: documents are public, and the URL of a result file cannot be guessed. */
  readonly isOpen?: true;
  /** `groups` are those of the path. */
  readonly serve: (
    parts: GatewayParts,
    call: Call,
    groups: readonly string[],
  ) => GatewayResponse | Promise<GatewayResponse>;
}

const allEndpoints: readonly Endpoint[] = Object.values(endpoints);
const pollPaths = new Set(allEndpoints.flatMap(({ pollPath }) => pollPath ?? []));

/** The first match counts. */
const routes: readonly Route[] = [
  { path: /^\/files\/([^/]+)\/([^/]+)$/, methods: ['GET', 'HEAD'], isOpen: true, serve: serveFile },
  { path: /^\/v1\/videos\/([^/]+)\/content$/, methods: ['GET', 'HEAD'], serve: serveFile },
  { path: /^\/docs\/.+$/, methods: ['GET', 'HEAD'], isOpen: true, serve: serveDocs },
  { path: /^\/api\/usage\/token\/user-balance$/, methods: ['GET'], serve: serveBalance },
  { path: /^\/v1\/assets\/(.+)$/, methods: ['POST'], serve: serveAssets },
  ...allEndpoints.map(({ path }) => ({ path: new RegExp(`^${path}$`), methods: ['POST'], serve: serveCreate })),
  // One path may be the start of another. The longer one comes first.
  ...[...pollPaths].toSorted((a, b) => b.length - a.length).map(buildQueryRoute),
];

/** The task id may be missing, which is refused as the interface specification says. */
function buildQueryRoute(pollPath: string): Route {
  const isLegacyPath = pollPath === endpoints.legacyVideo.pollPath;
  // The preferred video query also finds native tasks. It does not find legacy ones, so that clients must fall back.
  const native = pollPath === endpoints.videos.pollPath ? [endpoints.klingText.path, endpoints.klingImage.path] : [];
  const own = allEndpoints.filter((endpoint) => endpoint.pollPath === pollPath).map(({ path }) => path);
  const madeAt: readonly string[] = [...own, ...native];
  return {
    path: new RegExp(`^${pollPath.replace('/{task_id}', '(?:/([^/]*))?')}$`),
    methods: ['GET'],
    async serve({ tasks, media, now }, call, [taskId = '']) {
      if (taskId === '') return taskError(400, 'invalid_request', 'task_id is missing: add it to the path.');
      const task = await tasks.find(taskId);
      if (!task || !madeAt.includes(task.path)) {
        return taskError(400, 'task_not_exist', `The sandbox has no task "${taskId}" here.`);
      }
      // The task is being watched, so its files are prepared before it succeeds.
      if (task.failure === null) media.prepare(task.id, planMedia(task));
      return jsonResponse(200, buildTaskResponse(task, { nowMs: now(), baseUrl: baseUrlOf(call), isLegacyPath }));
    },
  };
}

/** The endpoints as one function, independent of sockets. */
export function createGateway(parts: GatewayParts): Gateway {
  return (head) => {
    const matching = routes.filter(({ path }) => path.test(head.path));
    const isKeyRight = head.headers.authorization === `Bearer ${parts.key}`;
    if (!isKeyRight && !matching.some(({ isOpen }) => isOpen)) return refuseKey(head);
    const route = matching.find(({ methods }) => methods.includes(head.method));
    if (!route) return matching.length === 0 ? refusePath(head) : refuseMethod(head, matching);
    const groups = route.path.exec(head.path)?.slice(1) ?? [];
    return async (call) => route.serve(parts, call, groups);
  };
}

async function serveBalance({ tasks, now }: GatewayParts): Promise<GatewayResponse> {
  return jsonResponse(200, { success: true, message: '', data: buildBalance(await tasks.list(), now()) });
}

function refuseKey({ headers }: CallHead): GatewayResponse {
  const message = headers.authorization
    ? 'This key is not valid for the sandbox.'
    : 'The key is missing: send it as "Authorization: Bearer <key>".';
  return errorResponse(401, 'invalid_api_key', message);
}

function refuseMethod({ path, method }: CallHead, matching: readonly Route[]): GatewayResponse {
  const allow = [...new Set(matching.flatMap(({ methods }) => methods))].join(', ');
  return errorResponse(405, 'method_not_allowed', `${path} accepts ${allow}, not ${method}.`, { allow });
}

function refusePath({ path }: CallHead): GatewayResponse {
  const isOfGateway = path.startsWith('/v1/') || path.startsWith('/kling/');
  if (!isOfGateway) return errorResponse(404, 'not_found', `The sandbox has nothing at ${path}.`);
  return taskError(400, 'not_implemented', `The sandbox does not have ${path}.`);
}
