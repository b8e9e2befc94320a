import type { PlannedRequest } from '../../jobFile/request.ts';
import { holding } from '../../support/disposable.ts';
import type { CallOutcome, QueryCall } from '../gatewayPort.ts';
import type { TaskEntry } from '../model/taskEntry.ts';
import { openTarget } from '../openTarget.ts';
import type { TaskServices } from '../watch.ts';
import { queryPatienceMs } from './decideQuery.ts';

/** Null if the task has no id, or its profile or key is missing. Rejects only when the signal aborts. */
export async function queryOnce(
  { task: { profile, request, run, taskId }, origin }: TaskEntry,
  { gate, gateway, openProfile }: Pick<TaskServices, 'gate' | 'gateway' | 'openProfile'>,
  { silences, signal }: { readonly silences: number; readonly signal: AbortSignal },
): Promise<CallOutcome | null> {
  if (taskId === null) return null;
  const slot = await gate.enter(profile, { lane: run, isLong: false }, signal);
  return holding(slot, async () => {
    const opened = await openTarget({ profile, origin }, openProfile);
    return opened.ok ? gateway.query(opened.target, buildQueryCall(request, taskId, silences), signal) : null;
  });
}

/**
 * Builds the query of a task's status. A model that was expected to respond with its result may respond with a task.
 * Its query path is then that of all other endpoints: the endpoint and the id. `silences`: number of queries of the
 * task that got no response.
 */
export function buildQueryCall(request: PlannedRequest, taskId: string, silences: number): QueryCall {
  const { endpoint, pollPath, body } = request;
  return {
    endpoint,
    pollPath: pollPath ?? `${endpoint}/{task_id}`,
    taskId,
    request: body,
    patienceMs: queryPatienceMs(silences),
  };
}
