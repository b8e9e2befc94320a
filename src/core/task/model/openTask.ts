import type { TaskEntry } from './taskEntry.ts';
import { isOpen } from './taskStates.ts';

/**
 * A request that a gateway has accepted, and whose end the runs file does not tell or that may still get a result, for
 * all programs that use the folder. Anyone may have written it: it decides whether the user is asked, and which id is
 * polled.
 */
export interface OpenTask {
  /** When the request was sent, in ISO 8601, UTC. */
  readonly at: string;
  readonly task_id: string;
  readonly endpoint: string;
  readonly profile: string;
  readonly origin: string;
  readonly fingerprint: string;
  readonly job: string | null;
  readonly index: number;
}

/** What the folder of a task is told. Both paths are absolute. */
export interface OpenNote {
  readonly boundary: string;
  readonly jobFile: string;
  readonly open: OpenTask;
  /** False once the task has ended and its result can no longer be saved. */
  readonly isOpen: boolean;
}

/** Returns null for a task that no gateway has accepted, and for the sandbox, which is free. */
export function buildOpenNote({ task, boundary, origin, isRecorded }: TaskEntry): OpenNote | null {
  const { taskId, submittedAt, request, profile, jobFile, isSandbox } = task;
  if (taskId === null || submittedAt === null || origin === null || isSandbox) return null;
  const { endpoint, fingerprint, job, index } = request;
  const at = new Date(submittedAt).toISOString();
  const open = { at, task_id: taskId, endpoint, profile, origin, fingerprint, job, index };
  return { boundary, jobFile, open, isOpen: isOpen(task) || !isRecorded };
}

/** Leaves out the tasks of which this storage knows the gateway's ids. */
export function listElsewhere(open: readonly OpenTask[], known: Iterable<string | null>): readonly OpenTask[] {
  if (open.length === 0) return open;
  const ids = new Set(known);
  return open.filter((each) => !ids.has(each.task_id));
}
