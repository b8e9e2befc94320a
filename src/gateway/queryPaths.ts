import type { QueryCall } from '../core/task/gatewayPort.ts';

const preferredVideoQuery = '/v1/videos/{task_id}';

/**
 * Where to ask about a task, the second only when the first does not know it. Video tasks are known under the preferred
 * path; those made on a legacy or native path may be known under that path alone. Erased subtitles have a query of their
 * own in the specification (4.5), and are videos like others as far as has been observed.
 */
export function buildQueryPaths({ endpoint, pollPath, taskId }: QueryCall): readonly string[] {
  const isOtherVideoPath = /^\/v1\/video\/generations$|^\/[^/]+\/v1\/videos\//.test(endpoint);
  const isBelowVideos = /^\/v1\/videos\/./.test(endpoint);
  const first = isOtherVideoPath ? preferredVideoQuery : pollPath;
  const paths = isBelowVideos ? [first, preferredVideoQuery] : [first, pollPath];
  return [...new Set(paths)].map((path) => path.replaceAll('{task_id}', encodeURIComponent(taskId)));
}
