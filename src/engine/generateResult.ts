import { dirname, resolve } from 'node:path';
import type { PlannedRequest } from '../core/jobFile/request.ts';
import { isInFlight } from '../core/task/isInFlight.ts';
import type { Task } from '../core/task/task.ts';
import type { Earlier } from '../engine.ts';

/** What `genwright.generate` resolves to. */
export interface GenerateResult {
  readonly tasks: readonly TaskResult[];
  /** Errors in the job files; when there are any nothing was sent and `tasks` is empty. */
  readonly problems: number;
}

/** The answer when nothing was sent and no job file is to blame: declined, or in Restricted Mode. */
export const nothing: GenerateResult = { tasks: [], problems: 0 };

/** One request of the press, in the order of the file. */
export interface TaskResult {
  /** The journal's id; null for an unchanged request that the journal does not remember. */
  readonly id: string | null;
  /** The gateway's; null before acceptance. */
  readonly taskId: string | null;
  readonly job: string | null;
  readonly index: number;
  readonly status: 'saved' | 'failed' | 'unconfirmed' | 'lost' | 'unsaved' | 'stopped' | 'skipped' | 'unchanged';
  /** Absolute paths. */
  readonly artifacts: readonly string[];
  readonly amountUsd: number | null;
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** A task whose run is over. The gateway's words stay out of `message` when it has none. */
export function mapTaskResult(task: Task): TaskResult {
  return {
    id: task.id,
    taskId: task.taskId,
    job: task.request.job,
    index: task.request.index,
    status: mapStatus(task),
    artifacts: task.artifacts.map(({ path }) => resolve(dirname(task.jobFile), path)),
    amountUsd: task.amountUsd,
    error: task.error && { code: task.error.code, message: task.error.message },
  };
}

/** A run also ends when the window closes: what was in flight then is no longer watched here. */
function mapStatus({ state }: Task): TaskResult['status'] {
  return isInFlight(state) ? 'stopped' : state;
}

/** A request that was not sent, since the same one was made before or is being made. */
export function mapUnchanged(request: PlannedRequest, earlier: Earlier, jobFile: string): TaskResult {
  const { job, index } = request;
  const artifacts = earlier.kind === 'saved' ? earlier.record.artifacts : earlier.task.artifacts;
  return {
    id: earlier.kind === 'saved' ? null : earlier.task.id,
    taskId: earlier.kind === 'saved' ? earlier.record.task_id : earlier.task.taskId,
    job,
    index,
    status: 'unchanged',
    artifacts: artifacts.map(({ path }) => resolve(dirname(jobFile), path)),
    amountUsd: earlier.kind === 'saved' ? earlier.record.amount_usd : earlier.task.amountUsd,
    error: null,
  };
}
