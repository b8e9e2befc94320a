import type { JsonObject } from '../support/json/json.ts';

/** Values of `status` in a runs record: the states of a task that get a line. */
export const runsStatuses = ['saved', 'failed', 'unconfirmed', 'lost', 'unsaved'] as const;

export type RunsStatus = (typeof runsStatuses)[number];

/**
 * One line of the runs file: the outcome of one task. Never holds a key, a signed URL or a value from the environment:
 * a string that would is recorded as `sha256:` and its hash.
 */
export interface RunsRecord {
  readonly v: 1;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly run: string;
  /** The key under `jobs:`, or null for a job at the root. */
  readonly job: string | null;
  readonly index: number;
  /** The value of each axis of the matrix. Lines of earlier versions have none. */
  readonly axes?: JsonObject;
  readonly fingerprint: string;
  readonly profile: string;
  readonly model: string | null;
  readonly endpoint: string;
  readonly task_id: string | null;
  readonly status: RunsStatus;
  readonly amount_usd: number | null;
  /**
   * The body as it is fingerprinted, with local inputs and chained values as hashes, but without what it must not
   * contain.
   */
  readonly request: JsonObject;
  readonly inputs: readonly { readonly path: string; readonly sha256: string }[];
  readonly artifacts: readonly RunsArtifact[];
  readonly title: string | null;
  readonly lyrics: string | null;
  readonly text: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** The values of a job that other jobs can reference. */
export type JobResult = Pick<RunsRecord, 'artifacts' | 'title' | 'lyrics' | 'text' | 'task_id' | 'amount_usd'>;

export interface RunsArtifact {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly media_type: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly seconds: number | null;
}
