import type { QueryCall } from '../core/task/gatewayPort.ts';

const preferredVideoQuery = '/v1/videos/{task_id}';

/**
 * Where to ask about a task, the second only when the first does not know it. Video tasks are known under the preferred
 * path; those made on a legacy or native path may be known under that path alone.
 */
export function buildQueryPaths({ endpoint, pollPath, taskId }: QueryCall): readonly string[] {
  const isOtherVideoPath = /^\/v1\/video\/generations$|^\/[^/]+\/v1\/videos\//.test(endpoint);
  const paths = isOtherVideoPath ? [preferredVideoQuery, pollPath] : [pollPath];
  return [...new Set(paths)].map((path) => path.replaceAll('{task_id}', encodeURIComponent(taskId)));
}
