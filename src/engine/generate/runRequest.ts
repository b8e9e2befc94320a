import type { PlannedRequest } from '../../core/jobFile/request.ts';
import type { GivenResult } from '../../core/task/run/sourceList.ts';
import type { Task } from '../../core/task/model/task.ts';

/** One press of Generate, ready to be sent. */
export interface RunRequest {
  /** The `runId` of the plans. A new one is created if it is left out or if such a run exists. */
  readonly runId?: string;
  /** One per job file. The budgets of the settings are for all of them together. */
  readonly parts: readonly RunRequestPart[];
}

/** The requests of one job file. */
export interface RunRequestPart {
  readonly jobFile: string;
  /** Artifacts must be inside this folder (absolute). */
  readonly boundary: string;
  readonly profile: string;
  /** Origin of the profile that the user was told. Null for the sandbox. If omitted, the first submit decides. */
  readonly origin?: string | null;
  readonly requests: readonly PlannedRequest[];
  /** Tasks of this file at once. */
  readonly concurrency: number;
  /** Results of needed jobs that are not generated again: those of the plan, and those of omitted requests. */
  readonly given?: readonly GivenResult[];
  /** The budget of the job file in USD. Null to use the settings. */
  readonly budgetUsd?: number | null;
  /** Whether a failed task stops the submits of the others of this file. Default: `continue`. */
  readonly onError?: 'stop' | 'continue';
}

/** A run that has started. */
export interface Run {
  readonly id: string;
  /** Resolves when every task of the run has ended, in the order of the parts and of their requests. */
  readonly done: Promise<readonly Task[]>;
}
