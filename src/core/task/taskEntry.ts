import type { PlannedRequest, RequestInput } from '../jobFile/request.ts';
import type { ResultRef } from './resultRef.ts';
import type { RunTerms } from './runTerms.ts';
import type { Artifact, Task } from './task.ts';

/** A task with what only the engine needs to know of it. A snapshot, as `Task` is. */
export interface TaskEntry {
  readonly task: Task;
  /** Artifacts may not leave this folder (absolute). */
  readonly boundary: string;
  /** Path of the job file when the run was started. Tells the parts of the run apart, wherever the file is by now. */
  readonly partFile: string;
  /** Of its job file in the run: they hold for as long as the task lives, also after a restart. */
  readonly terms: RunTerms;
  /** The gateway that the request is sent to, and queried at. Null until it is known, and for the sandbox. */
  readonly origin: string | null;
  /** The request as it was planned: it is filled anew before each submit, since URLs run out. */
  readonly planned: PlannedRequest;
  /** The results that it needs. */
  readonly sources: readonly ResultRef[];
  /** Local files whose bytes go with the request; marks stand for them in its body. */
  readonly uploads: readonly RequestInput[];
  /** What the gateway returned; empty until it says so. */
  readonly results: readonly Result[];
  /**
   * Files about to take their final name. Written down before that happens, so that after a crash a file that is
   * already there is known as ours and is not saved twice.
   */
  readonly placings: readonly Placing[];
  /** The piece that is being measured. After a restart: the one whose measuring ended the process. Null when none is. */
  readonly measuring: string | null;
  /** When the gateway was seen to have finished, in Unix ms. */
  readonly finishedAt: number | null;
  /** From submit to end; null where nobody watched all the time, so that it is not known. */
  readonly tookMs: number | null;
  /** The runs file holds a line for the state it ended in. */
  readonly isRecorded: boolean;
  /** Number of attempts before the last one that may have been charged. */
  readonly doubtfulAttempts: number;
}

/** One thing that the gateway returned: an image, a clip, a video. */
export interface Result {
  readonly source: ResultSource;
  readonly title: string | null;
  readonly lyrics: string | null;
}

export type ResultSource =
  | { readonly kind: 'url'; readonly url: string }
  /** Came inside an answer and waits in the spool under this name. */
  | { readonly kind: 'spooled'; readonly name: string; readonly mediaType: string | null };

/** Which piece of a result a file holds. */
export interface Placing {
  /** `0` for the media of the first result, `0.lyrics` for its lyrics. */
  readonly piece: string;
  readonly artifact: Artifact;
}
