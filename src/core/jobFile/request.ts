import type { Modality } from '../catalog/catalog.ts';
import type { JsonObject } from '../support/json.ts';

/** What happens when the wanted file name is taken: the next free number, replace our own untouched file, or fail. */
export type Collision = 'number' | 'replace' | 'fail';

/** Where the artifacts of a request go. */
export interface OutputPlan {
  /** Folder relative to the job file's, `/`-separated; `''` is that folder itself. */
  readonly dir: string;
  /** File name without number and extension, already sanitised. */
  readonly name: string;
  readonly collision: Collision;
}

/** One fully resolved body for one gateway call. Plain data: parts exchange it and the journal stores it. */
export interface PlannedRequest {
  /** The key under `jobs:`, or null for a job at the root. */
  readonly job: string | null;
  /** 1-based among the requests of its job. */
  readonly index: number;
  /** Null where the endpoint takes none. */
  readonly model: string | null;
  /** Null for a model that the catalog does not know. */
  readonly modality: Modality | null;
  /** `/v1/images/generations` */
  readonly endpoint: string;
  /** The task query with `{task_id}`; null when the answer to the POST is the result. */
  readonly pollPath: string | null;
  /** The body as sent. */
  readonly body: JsonObject;
  /** SHA-256 of each local input file, in field order, as 64 hex digits. */
  readonly inputs: readonly string[];
  /** 64 hex digits; equal for requests that ask for the same thing. */
  readonly fingerprint: string;
  readonly output: OutputPlan;
  /** From `gen.timeout_minutes`; null leaves it to the setting. */
  readonly timeoutMinutes: number | null;
}
