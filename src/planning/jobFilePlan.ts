import type { RunsRecord } from '../core/artifact/runsRecord.ts';
import type { FileControls } from '../core/jobFile/job.ts';
import type { Problem } from '../core/jobFile/problem.ts';
import type { Estimate, PlannedRequest } from '../core/jobFile/request.ts';
import type { Earlier, GivenResult } from '../core/task/model/earlier.ts';

/** A job file to plan. */
export interface PlanSource {
  /** Absolute path. The file need not exist. */
  readonly jobFile: string;
  /** Input files must be inside this folder (absolute). Default: the folder of the job file. */
  readonly boundary?: string;
  readonly text: string;
  /** Only this job under `jobs:`, with the jobs that it needs and that have no result yet. */
  readonly job?: string;
  readonly isStrict: boolean;
  /** Whether the request is embedded in saved files, if the job file does not say so. Default: `none`. */
  readonly metadata?: 'none' | 'embed';
  /** Whether files and the environment may be read. Default: true. */
  readonly isTrusted?: boolean;
  /**
   * Name of the profile that is used if the file names none. Results of the sandbox do not count for a gateway, nor the
   * other way round.
   */
  readonly profile?: string;
  /**
   * The value of `run.id`, the same for all files of a press. Pass it on to `start`. If omitted, a new one is created.
   */
  readonly runId?: string;
}

/** What Generate would send for one job file. */
export interface JobFilePlan {
  readonly jobFile: string;
  /** All problems of the file, not only errors. With an error, `requests` is empty. */
  readonly problems: readonly Problem[];
  readonly requests: readonly PlannedRequest[];
  /** Parallel to `requests`: what exists for the same fingerprint. */
  readonly earlier: readonly (Earlier | null)[];
  /** Parallel to `requests`: the record of a result whose file is not found, where nothing else exists. */
  readonly gone?: readonly (RunsRecord | null)[];
  /** Present paths of results that were moved by hand, by their recorded paths. All are absolute. */
  readonly moved?: ReadonlyMap<string, string>;
  /** Ids of the tasks whose results were saved when the plan was made. */
  readonly savedIds: ReadonlySet<string>;
  /** Parallel to `requests`: estimates from the cost of similar requests. Null if there are none. */
  readonly estimates: readonly (Estimate | null)[];
  /** Existing results of jobs that `job` needs and that are not among `requests`. Pass them on to `start`. */
  readonly given: readonly GivenResult[];
  /** What `gen:` specifies for the whole file. */
  readonly controls: FileControls;
  /** Local files that the job file sends, and texts. Each request names its own files of use `input`. */
  readonly localFiles: readonly (LocalFile | LocalResult)[];
}

/** A local file whose content a job file sends. */
export interface LocalFile {
  /** As the job file writes it: relative to its folder, with `/`. */
  readonly path: string;
  /** Real path, links resolved: relative to the boundary, with `/`. */
  readonly name: string;
  readonly bytes: number;
  /** `text`: read by `file://` into texts or variables. `input`, `result` of another job: sent as media. */
  readonly use: 'text' | 'input' | 'result';
  /** A text of a result, such as `jobs.idea.text` (the name), that is in no file: only a runs file vouches for it. */
  readonly text?: string;
}

/** A saved result of another job, or its text, sent unless its own request is sent again. */
export interface LocalResult extends LocalFile {
  readonly use: 'result';
  /** The request that made it. */
  readonly job: string;
  readonly index: number;
  /** Requests of the plan. */
  readonly sentBy: readonly PlannedRequest[];
}
