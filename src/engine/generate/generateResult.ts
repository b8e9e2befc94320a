import { dirname, resolve } from 'node:path';
import type { PlannedRequest } from '../../core/jobFile/request.ts';
import type { Task } from '../../core/task/model/task.ts';
import { isInFlight, type EndedState } from '../../core/task/model/taskStates.ts';
import type { Earlier } from '../../planning/runPlan.ts';

/** What `genwright.generate` resolves to. */
export interface GenerateResult {
  readonly tasks: readonly TaskResult[];
  /** Number of errors in the job files. If there are any, nothing was sent and `tasks` is empty. */
  readonly problems: number;
}

/** One request of the press. */
export interface TaskResult {
  /** The journal's id; null for an unchanged request that the journal does not remember. */
  readonly id: string | null;
  /** The gateway's; null before acceptance. */
  readonly taskId: string | null;
  readonly job: string | null;
  readonly index: number;
  readonly status: EndedState | 'unchanged';
  /** Absolute paths. */
  readonly artifacts: readonly string[];
  readonly amountUsd: number | null;
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** Maps a task whose run has ended. `message` is empty if the gateway gave no reason. */
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

/** A run also ends when the window closes. Its tasks in flight are no longer watched here then. */
function mapStatus({ state }: Task): TaskResult['status'] {
  return isInFlight(state) ? 'stopped' : state;
}

/** Maps a request that was not sent because its result or an open task exists. */
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
