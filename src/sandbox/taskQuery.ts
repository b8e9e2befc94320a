import type { Endpoint } from '../core/catalog/catalog.ts';
import { endpoints } from '../core/catalog/endpoints.ts';

const all: readonly Endpoint[] = Object.values(endpoints);

/** A parsed task query. */
export interface TaskQuery {
  /** Paths whose tasks can be queried there. */
  readonly madeAt: readonly string[];
  /** Empty if the path has none. */
  readonly taskId: string;
  readonly isLegacyPath: boolean;
}

interface QueryRoute extends Omit<TaskQuery, 'taskId'> {
  /** The path up to the task id. */
  readonly prefix: string;
}

/** Whether the path accepts a POST that makes something. */
export function isCreatePath(path: string): boolean {
  return all.some((endpoint) => endpoint.path === path);
}

/** Parses the path of a task query. Null if it is not one. A create path with tasks is a query without its task id. */
export function parseTaskQuery(path: string): TaskQuery | null {
  const pollPath = all.find((endpoint) => endpoint.path === path && endpoint.pollPath !== null)?.pollPath;
  const asked = pollPath?.replace('{task_id}', '') ?? (isCreatePath(path) ? null : path);
  if (asked === null) return null;
  const route = queryRoutes.find(({ prefix }) => asked.startsWith(prefix) || `${asked}/` === prefix);
  if (!route) return null;
  const { prefix, ...query } = route;
  return { ...query, taskId: asked.slice(prefix.length) };
}

/** Longest first, because one path may be the start of another. */
const queryRoutes = buildQueryRoutes().sort((a, b) => b.prefix.length - a.prefix.length);

function buildQueryRoutes(): QueryRoute[] {
  const pollPaths = new Set(all.flatMap(({ pollPath }) => pollPath ?? []));
  return [...pollPaths].map((pollPath) => ({
    prefix: pollPath.replace('{task_id}', ''),
    madeAt: all.filter((endpoint) => isKnownAt(endpoint, pollPath)).map(({ path }) => path),
    isLegacyPath: pollPath === endpoints.legacyVideo.pollPath,
  }));
}

/** The preferred video query also finds native tasks. It does not find legacy ones, so that clients must fall back. */
function isKnownAt({ path, pollPath }: Endpoint, askedPollPath: string): boolean {
  const isNative = path === endpoints.klingText.path || path === endpoints.klingImage.path;
  return pollPath === askedPollPath || (isNative && askedPollPath === endpoints.videos.pollPath);
}
