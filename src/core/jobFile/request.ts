import type { Modality } from '../catalog/catalog.ts';
import type { JsonObject } from '../support/json/json.ts';
import type { Template } from './template.ts';

/** If the name is taken: use the next free number, replace a file that is unchanged since it was saved, or fail. */
export type Collision = 'number' | 'replace' | 'fail';

export interface OutputPlan {
  /** Folder relative to that of the job file, `/`-separated. `''` is that folder itself. */
  readonly dir: string;
  /** File name without number and extension, sanitized. With a template, it is used if the template is empty. */
  readonly name: string;
  readonly collision: Collision;
  /** Whether the request is written into the file, if the format of the file has room for it. */
  readonly metadata: 'none' | 'embed';
  /** Replace `dir` and `name` if they reference the result. They are filled and sanitized when the result exists. */
  readonly templates?: { readonly dir?: Template; readonly name?: Template };
}

/** A value that is known only just before the body is sent. Until then the body holds null at this path. */
export interface Placeholder {
  readonly path: readonly (string | number)[];
  readonly value: PlaceholderValue;
}

export type PlaceholderValue =
  /** A local input file: sent as a URL that the gateway knows, or as a `data:` URI. */
  | {
      readonly kind: 'file';
      /** Relative to the job file, `/`-separated. */
      readonly file: string;
      /** 64 hex digits. */
      readonly sha256: string;
      /** Whether the field is known to accept `data:` URIs. */
      readonly takesData: boolean;
    }
  /** References the results of other jobs. Everything else in it is evaluated already. */
  | {
      readonly kind: 'template';
      readonly template: Template;
      /**
       * Set if the field accepts media. A result that is a path (neither `https:`, `data:` nor `asset:`) is then a
       * local input: `fillRequest` replaces it by a `file` placeholder, with the hash of the digests.
       */
      readonly media?: { readonly takesData: boolean };
    };

/** What a request contains from the environment. Records keep only its hashes. */
export interface FromEnv {
  /** Paths of strings, and of values that contain them, in the record of the request: `['request', 'prompt']`. */
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
  /** 1-based number among the requests of its job. */
  readonly index: number;
  /** The value of each axis of the matrix. Empty without a matrix. The repetitions of a request share the object. */
  readonly axes: JsonObject;
  /** Null if the endpoint accepts none. */
  readonly model: string | null;
  /** Null for a model that the catalog does not know. */
  readonly modality: Modality | null;
  /** `/v1/images/generations` */
  readonly endpoint: string;
  /** The path of the task query with `{task_id}`. Null if the response to the POST is the result. */
  readonly pollPath: string | null;
  /** The body as it is sent, once there are no placeholders. */
  readonly body: JsonObject;
  readonly placeholders: readonly Placeholder[];
  /** Ids of the jobs that must have a result before: those that it references, and those of `needs:`. */
  readonly needs: readonly string[];
  /**
   * The body as it is recorded and fingerprinted: local files and values of other jobs are `sha256:…`. Equal to `body`
   * if there are none.
   */
  readonly recordBody: JsonObject;
  readonly inputs: readonly RequestInput[];
  /** Left out if nothing is from the environment, and no needed job can have passed on such a value. */
  readonly fromEnv?: FromEnv;
  /** 64 hex digits, equal for equal requests. Empty until `addFingerprint`, and while values of other jobs are missing. */
  readonly fingerprint: string;
  readonly output: OutputPlan;
  /** From `gen.timeout_minutes`. Null leaves it to the setting. */
  readonly timeoutMinutes: number | null;
  /** From `gen.budget_usd` of its job. Null without one. */
  readonly budgetUsd: number | null;
}

/** What a request may cost: what this user's similar requests with the same profile have cost, else a stated price. */
export interface Estimate {
  /** The median of the costs, or the stated price. In USD. */
  readonly amountUsd: number;
  /** Number of requests of which it is the median. 0 for a price that the user has stated. */
  readonly samples: number;
}

/** What expressions see of a job that has its results. */
export interface JobValues {
  /**
   * Values by name: `url`, `urls`, `file`, `files`, `text`, `title`, `lyrics`, `duration`, `task_id`, `amount_usd`.
   * Null if there is none. Files are paths relative to the job file. If no valid URL is known on this machine, `url`
   * and `urls` hold the path of the file.
   */
  readonly values: JsonObject;
  /** The digests of the values in fingerprints, by the same names: `sha256:…`, or a list of them. */
  readonly digests: JsonObject;
}

export type ValuesOfJobs = Readonly<Record<string, JobValues>>;
