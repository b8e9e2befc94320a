import type { QueryCall } from '../core/task/gatewayPort.ts';

const preferredVideoQuery = '/v1/videos/{task_id}';

/**
 * Returns the paths to query a task. The second is used only if the first does not know the task. Video tasks are known
 * under the preferred path. A task made on a legacy or native path may be known under that path alone. Subtitle removal
 * has a separate query in the specification (4.5), but its tasks are videos like others as far as observed.
 */
export function buildQueryPaths({ endpoint, pollPath, taskId }: QueryCall): readonly string[] {
  const isOtherVideoPath = /^\/v1\/video\/generations$|^\/[^/]+\/v1\/videos\//.test(endpoint);
  const isBelowVideos = /^\/v1\/videos\/./.test(endpoint);
  const first = isOtherVideoPath ? preferredVideoQuery : pollPath;
  const paths = isBelowVideos ? [first, preferredVideoQuery] : [first, pollPath];
  return [...new Set(paths)].map((path) => path.replaceAll('{task_id}', encodeURIComponent(taskId)));
}
