import type { RunsRecord } from '../../artifact/runsRecord.ts';
import type { PlannedRequest } from '../../jobFile/request.ts';
import { canonicalJson } from '../../support/json/canonicalJson.ts';
import { sandboxProfile } from '../gatewayPort.ts';
import type { Task } from './task.ts';
import { madeKey, requestKey, type TaskEntry } from './taskEntry.ts';
import { isOpen } from './taskStates.ts';

/**
 * What another task means for a task that is about to be sent. `yield`: the other one makes the result. `wait`: the
 * other one is about to yield, or to be sent.
 */
type Rivalry = { readonly kind: 'yield'; readonly to: string } | { readonly kind: 'wait' };

/**
 * Finds a rival: a task that makes the same request without the user having asked for both. Two windows may have
 * started it at the same time, or one resumes what another one has generated meanwhile. Returns null if the task may be
 * sent.
 *
 * `related` are the tasks of all processes that `listRelated` returns. They were read when the journal had the task as
 * `sending`: of two tasks that look at the same time, at least one then sees the other. If both do, the task of the run
 * with the smaller id is sent. If a task is in the list several times, the last counts.
 */
export function findRivalry(own: TaskEntry, related: readonly TaskEntry[]): Rivalry | null {
  // It had no rival when it was sent first, or the user has decided that it is sent again.
  if (own.task.doubtfulAttempts > 0 || own.task.request.fingerprint === '') return null;
  const others = new Map<string, TaskEntry>();
  for (const each of related) if (isOfOtherRun(each, own)) others.set(each.task.id, each);
  // A job may want several equal results, so each task is the rival of only one of its requests.
  for (const each of related) if (!isOfOtherRun(each, own)) others.delete(yieldedTo(each.task) ?? '');
  const rivals = [...others.values()].filter((each) => isRival(each, own));
  const winner = rivals.find(({ task }) => task.state !== 'sending' || task.run < own.task.run);
  if (winner) return { kind: 'yield', to: winner.task.id };
  return rivals.length > 0 ? { kind: 'wait' } : null;
}

/**
 * Returns those of many tasks that decide about the rivals of one. Thousands of tasks of one run may look at the same
 * time, and none is the rival of another one.
 */
export function listRelated(own: TaskEntry, all: readonly TaskEntry[]): readonly TaskEntry[] {
  return all.filter((each) =>
    isOfOtherRun(each, own)
      ? each.task.request.fingerprint === own.task.request.fingerprint
      : yieldedTo(each.task) !== null,
  );
}

function isOfOtherRun({ task }: TaskEntry, own: TaskEntry): boolean {
  return task.run !== own.task.run;
}

/**
 * Returns the id of the rival because of which a task was not sent, or the `requestKey` of a record of another storage;
 * null for other tasks.
 */
export function yieldedTo({ state, error }: Pick<Task, 'state' | 'error'>): string | null {
  return state === 'skipped' && error?.code === 'sent-elsewhere' ? error.message : null;
}

/**
 * Finds a result of the same request that another storage has recorded since the task was planned, and that the user did
 * not know of. Returns its `requestKey`, or null. `all` are the tasks of this storage.
 */
export function findRecorded(
  { task, alongside }: TaskEntry,
  records: readonly RunsRecord[],
  all: readonly TaskEntry[],
): string | null {
  if (task.doubtfulAttempts > 0) return null;
  const isNew = ({ status, fingerprint, profile, run, at }: RunsRecord): boolean =>
    status === 'saved' &&
    fingerprint === task.request.fingerprint &&
    profile !== sandboxProfile &&
    run !== task.run &&
    !alongside.includes(run) &&
    Date.parse(at) > task.createdAt;
  const found = records.filter(isNew).map(requestKey);
  if (found.length === 0) return null;
  // Like a rival, a result counts for only one of several equal requests.
  const taken = new Set(
    all.map((each) => (each.task.run === task.run ? yieldedTo(each.task) : null) ?? madeKey(each.task)),
  );
  return found.find((key) => !taken.has(key)) ?? null;
}

/**
 * Returns the ids of the tasks of which the user knows that they make this request, or have made it, so that they are
 * not its rivals. They are listed by id, because the clocks of two machines do not say which of two events was first.
 * `known`: the tasks of which the user knows. `own`: those of the job file in this process.
 */
export function listAlongside(
  { fingerprint, job, axes }: PlannedRequest,
  { known, own }: { readonly known: readonly Task[]; readonly own: readonly Task[] },
): readonly string[] {
  // The fingerprint of a request that waits for other jobs is not known yet.
  const isWaiting = fingerprint === '';
  const row = canonicalJson(axes);
  const same = isWaiting
    ? known.filter(({ request }) => request.job === job && canonicalJson(request.axes) === row)
    : [...own, ...known].filter(({ request }) => request.fingerprint === fingerprint);
  return [...new Set(same.filter(makesResult).map(({ id }) => id))];
}

/** Whether the task makes its result now, or has made it. */
function makesResult(task: Task): boolean {
  return isOpen(task) || task.state === 'saved';
}

function isRival(other: TaskEntry, own: TaskEntry): boolean {
  const [{ task: its }, { task }] = [other, own];
  // A task that was not sent yet looks for rivals when it is, and then sees this one.
  const isUnsent = its.state === 'planned' && its.doubtfulAttempts === 0;
  return (
    its.jobFile === task.jobFile &&
    its.isSandbox === task.isSandbox &&
    !isUnsent &&
    makesResult(its) &&
    !knowsOf(own, its.id) &&
    !knowsOf(other, task.id)
  );
}

function knowsOf({ alongside }: TaskEntry, id: string): boolean {
  return alongside === 'all' || alongside.includes(id);
}
