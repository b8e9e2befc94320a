import { recordRequest } from '../../jobFile/build/recordRequest.ts';
import { stringifyJson } from '../../support/json.ts';
import type { Task } from '../model/task.ts';

/** `at` is the time in ISO 8601, UTC. `sha256` returns 64 hex digits of the SHA-256 of a string in UTF-8. */
interface ProvenanceContext {
  readonly at: string;
  readonly sha256: (text: string) => string;
}

/**
 * Returns the JSON that `output: {metadata: embed}` writes into a file. The runs file has the
 * same keys, with the same contents.
 */
export function buildProvenance(
  { request, taskId }: Pick<Task, 'request' | 'taskId'>,
  { at, sha256 }: ProvenanceContext,
): string {
  const { endpoint, fingerprint } = request;
  const { model, request: body } = recordRequest(request, sha256);
  return stringifyJson({ v: 1, at, fingerprint, model, endpoint, task_id: taskId, request: body });
}
