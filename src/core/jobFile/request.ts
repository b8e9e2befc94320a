import type { Modality } from '../catalog/catalog.ts';
import type { JsonObject } from '../support/json.ts';
import type { Template } from './template.ts';

/** What happens when the wanted file name is taken: the next free number, replace our own untouched file, or fail. */
export type Collision = 'number' | 'replace' | 'fail';

/** Where the artifacts of a request go. */
export interface OutputPlan {
  /** Folder relative to the job file's, `/`-separated; `''` is that folder itself. */
  readonly dir: string;
  /** File name without number and extension, already sanitised; where it is a template, what stands in for an empty one. */
  readonly name: string;
  readonly collision: Collision;
  /** Whether what the file was made of is written into it, where its format has a place for that. */
  readonly metadata: 'none' | 'embed';
  /** Stand in for `dir` and `name` where they speak of the result; filled and sanitised when it is there. */
  readonly templates?: { readonly dir?: Template; readonly name?: Template };
}

/** A place in a body whose value is known only just before it is sent. Until then the body holds null there. */
export interface Slot {
  readonly path: readonly (string | number)[];
  readonly value: SlotValue;
}

export type SlotValue =
  /** A local input file: sent as a URL that the gateway knows, or as a `data:` URI. */
  | {
      readonly kind: 'file';
      /** Relative to the job file, `/`-separated. */
      readonly file: string;
      /** 64 hex digits. */
      readonly sha256: string;
      /** The field is known to take `data:` URIs. */
      readonly takesData: boolean;
    }
  /** Speaks of the results of other jobs; everything else in it is worked out already. */
  | {
      readonly kind: 'template';
      readonly template: Template;
      /**
       * Set where the field takes media. What comes out as a path (neither `https:`, `data:` nor `asset:`) is a local
       * input then: `fillRequest` leaves a `file` slot in its place, with the hash that the marks give.
       */
      readonly media?: { readonly takesData: boolean };
    };

/** What the environment has contributed to a request. Records keep its hashes alone. */
export interface FromEnv {
  /** Paths of strings, and of values that hold them, in the record of the request: `['request', 'prompt']`. */
  readonly paths: readonly (readonly (string | number)[])[];
  /** The values as they were read. */
  readonly values: readonly string[];
}

/** A local input file of a request. */
export interface RequestInput {
  /** Relative to the job file, `/`-separated. */
  readonly path: string;
  /** 64 hex digits. */
  readonly sha256: string;
}

/** One body for one gateway call. Plain data: parts exchange it and the journal stores it. */
export interface PlannedRequest {
  /** The key under `jobs:`, or null for a job at the root. */
  readonly job: string | null;
  /** 1-based among the requests of its job. */
  readonly index: number;
  /** The value of each axis of the matrix; empty without one. */
  readonly axes: JsonObject;
  /** Null where the endpoint takes none. */
  readonly model: string | null;
  /** Null for a model that the catalog does not know. */
  readonly modality: Modality | null;
  /** `/v1/images/generations` */
  readonly endpoint: string;
  /** The task query with `{task_id}`; null when the answer to the POST is the result. */
  readonly pollPath: string | null;
  /** The body as sent, once `slots` is empty. */
  readonly body: JsonObject;
  readonly slots: readonly Slot[];
  /** Ids of the jobs that must have a result before this one is sent: those it speaks of, and those of `needs:`. */
  readonly needs: readonly string[];
  /**
   * The body as it is recorded and fingerprinted: local files and values of other jobs stand as `sha256:…`. Equal to
   * `body` where there are none.
   */
  readonly recordBody: JsonObject;
  /** Local input files, in field order. */
  readonly inputs: readonly RequestInput[];
  /** Left out where the environment has contributed nothing, and no needed job can have passed on anything of it. */
  readonly fromEnv?: FromEnv;
  /** 64 hex digits; equal for requests that ask for the same thing. Empty while it waits for values of other jobs. */
  readonly fingerprint: string;
  readonly output: OutputPlan;
  /** From `gen.timeout_minutes`; null leaves it to the setting. */
  readonly timeoutMinutes: number | null;
  /** From `gen.budget_usd` of its job; null when it has none. */
  readonly budgetUsd: number | null;
}

/** What expressions see of a job that has its results. */
export interface JobValues {
  /**
   * By name: `url`, `urls`, `file`, `files`, `text`, `title`, `lyrics`, `duration`, `task_id`, `amount_usd`; null where
   * there is none. Files are paths relative to the job file. Where no valid URL is known on this machine, the path of
   * the file stands for it in `url` and `urls`.
   */
  readonly values: JsonObject;
  /** What stands for a value in fingerprints, by the same names: `sha256:…`, or a list of them. */
  readonly marks: JsonObject;
}

/** Values by the id of their job. */
export type ValuesOfJobs = Readonly<Record<string, JobValues>>;
