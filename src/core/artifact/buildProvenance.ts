import { type JsonObject, stringifyJson } from '../support/json.ts';

/** What an artifact tells of how it was made. Never holds a key, a signed URL or inlined media. */
export interface ProvenanceFacts {
  readonly model: string | null;
  readonly endpoint: string;
  /** The body as it is recorded, with files and values of other jobs as `sha256:…`. */
  readonly recordBody: JsonObject;
  readonly fingerprint: string;
  readonly taskId: string | null;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** The JSON that `output: {metadata: embed}` writes into a file, its keys those of the runs file. */
export function buildProvenance({ model, endpoint, recordBody, fingerprint, taskId, at }: ProvenanceFacts): string {
  return stringifyJson({ v: 1, at, fingerprint, model, endpoint, task_id: taskId, request: recordBody });
}
