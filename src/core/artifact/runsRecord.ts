import type { JsonObject } from '../support/json.ts';

/** One line of the runs file: what became of one task. Never holds a key or a signed URL. */
export interface RunsRecord {
  readonly v: 1;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly run: string;
  /** The key under `jobs:`, or null for a job at the root. */
  readonly job: string | null;
  readonly index: number;
  readonly fingerprint: string;
  readonly profile: string;
  readonly model: string | null;
  readonly endpoint: string;
  readonly task_id: string | null;
  readonly status: 'saved' | 'failed' | 'unconfirmed' | 'lost' | 'unsaved';
  readonly amount_usd: number | null;
  /** The body with local inputs and chained values as hashes, as it is fingerprinted. */
  readonly request: JsonObject;
  readonly inputs: readonly { readonly path: string; readonly sha256: string }[];
  readonly artifacts: readonly RunsArtifact[];
  readonly title: string | null;
  readonly lyrics: string | null;
  readonly text: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
}

export interface RunsArtifact {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly media_type: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly seconds: number | null;
}
