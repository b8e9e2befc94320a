import type { PlannedRequest, RequestInput } from '../../jobFile/request.ts';
import type { Artifact, Task } from './task.ts';

/** A task together with the facts that only the engine needs. A snapshot, like `Task`. */
export interface TaskEntry {
  readonly task: Task;
  /** Artifacts may not leave this folder (absolute path). */
  readonly boundary: string;
  /** Path of the job file when the run was started. It identifies the part of the run, even if the file has moved. */
  readonly startedAs: string;
  /** Terms of the job file in the run. They apply as long as the task lives, also after a restart. */
  readonly terms: RunTerms;
  /** Origin of the gateway that gets the request and its queries. Null until it is known, and for the sandbox. */
  readonly origin: string | null;
  /** When the user has last resumed or resubmitted the task, in Unix ms. Null before that. */
  readonly resumedAt: number | null;
  /** The request as it was planned. It is filled again before each submit, because URLs expire. */
  readonly planned: PlannedRequest;
  readonly sources: readonly ResultRef[];
  /**
   * Ids of tasks that make the same request, or have made it, and that the user knew of, and of the run whose recorded
   * result the user knew of. `all`: the request is sent whatever other tasks make.
   */
  readonly alongside: 'all' | readonly string[];
  /** Local files whose bytes are sent with the request. The body contains a placeholder for each. */
  readonly uploads: readonly RequestInput[];
  /** Results that the gateway returned. Empty before the task has finished. */
  readonly results: readonly Result[];
  /**
   * Files that are about to take their final name. They are recorded before that, so that after a crash an existing
   * file is known to be this task's own and is not saved twice.
   */
  readonly placings: readonly Placing[];
  /** The piece that is being measured, or whose measuring ended the earlier process. Null if there is none. */
  readonly measuring: string | null;
  /** When the gateway was first seen to have finished the task, in Unix ms. */
  readonly finishedAt: number | null;
  /** Time from submit to end. Null if it is unknown because the task was not watched all the time. */
  readonly tookMs: number | null;
  /** The runs file contains a line for the present end of the task. */
  readonly isRecorded: boolean;
  /** The user has removed the task from the list, and its line is owed to the runs file. */
  readonly isUnlisted: boolean;
}

/** One thing that the gateway returned: an image, a clip, a video. */
export interface Result {
  readonly source: ResultSource;
  readonly title: string | null;
  readonly lyrics: string | null;
}

export type ResultSource =
  | { readonly kind: 'url'; readonly url: string }
  /** The bytes came in a response and are in the spool under this name. */
  | { readonly kind: 'spooled'; readonly name: string; readonly mediaType: string | null };

/** Whether a source is a chat response in Markdown. Lyrics are text too, but not a response. */
export function isChatText(source: ResultSource | { readonly kind: 'text' }): boolean {
  return source.kind === 'spooled' && source.mediaType === 'text/markdown';
}

export interface Placing {
  /** `0` for the media of the first result, `0.lyrics` for its lyrics. */
  readonly piece: string;
  readonly artifact: Artifact;
}

/** Identifies a request of another job of the same job file by the run that has made it or is making it. */
export interface ResultRef {
  readonly run: string;
  /** Null for the job at the root. */
  readonly job: string | null;
  readonly index: number;
  /** The `textsKey` of the texts that the user was shown, because only a record vouches for them. */
  readonly texts?: string;
}

/** Returns equal strings for references to the same request. JSON, so that no job name can look like two parts. */
export function requestKey({ run, job, index }: ResultRef): string {
  return JSON.stringify([run, job, index]);
}

/** Returns the key of what a task makes. */
export function madeKey({ run, request }: Pick<Task, 'run' | 'request'>): string {
  return requestKey({ run, job: request.job, index: request.index });
}

/** The conditions on which the requests of one job file are sent in a run. */
export interface RunTerms {
  /** Number of tasks that run at the same time, from 1 to `maxConcurrency`. */
  readonly concurrency: number;
  /** Budget of the file for one run in USD. Null leaves the budget to the settings. */
  readonly budgetUsd: number | null;
  /** A task that ends without a result stops the submits of the other tasks of the file. */
  readonly stopsOnError: boolean;
}

/** A larger number has no effect: the gate of a profile lets fewer calls through. */
export const maxConcurrency = 1_000;

/** Used for tasks of earlier versions, which did not write the terms into the journal. */
export const defaultTerms: RunTerms = { concurrency: 4, budgetUsd: null, stopsOnError: false };
