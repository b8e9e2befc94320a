import { buildAnswerEnd } from './buildAnswerEnd.ts';
import { foldTask } from '../model/foldTask.ts';
import type { JournalTask, LateResponse } from '../journalPort.ts';
import type { TaskEntry } from '../model/taskEntry.ts';
import type { JournalRecord } from '../model/taskEvent.ts';
import { isInFlight } from '../model/taskStates.ts';
import { transition } from '../model/transition.ts';
import { messageOf } from '../watch.ts';
import type { EngineServices } from '../watchers.ts';

/**
 * Takes in a response that the former process of a task has read, because it is paid for. A request in doubt continues
 * with it. Where the user has sent the request again meanwhile, the response becomes a task of its own. Nothing changes
 * when the task has the response already.
 */
export async function foldLate(late: LateResponse, services: EngineServices): Promise<void> {
  const { store, ports, watchers, recorder } = services;
  const { records } = late;
  const sentAt = records.findLastIndex(({ kind }) => kind === 'sending');
  const sending = records[sentAt];
  const known = sending && store.get(sending.task);
  // Removed from the list meanwhile: it is adopted as a task that no process has.
  if (!known) return;
  const { doubtfulAttempts = 0 } = fold(records.slice(0, sentAt + 1))?.entry ?? {};
  const isSameAttempt = known.task.submittedAt === sending.at && known.doubtfulAttempts === doubtfulAttempts;
  // The same id after a crash, so that it becomes one task.
  const id = isSameAttempt ? known.task.id : `${known.task.id}-${doubtfulAttempts + 1}`;
  const before = store.get(id);
  if (isSameAttempt) await addResponse(known, records.slice(sentAt + 1), services);
  else if (!before) await addTask(id, records, services);
  if (await ports.journal.confirm()) await late.remove();
  const entry = store.get(id);
  if (!entry || entry === before) return;
  if (isInFlight(entry.task.state)) void watchers.watch(id);
  else await recorder.record(id);
}

async function addResponse(
  known: TaskEntry,
  response: readonly JournalRecord[],
  { store }: EngineServices,
): Promise<void> {
  const { id, state, text } = known.task;
  const [first] = response;
  const reopening = { kind: 'late-response' } as const;
  const canReopen = transition(known, { ...reopening, at: 0 }) !== null;
  // A response that broke off may say no more than what was kept of it.
  const saysMore = first?.kind !== 'unconfirmed' || (first.text?.length ?? 0) > (text?.length ?? 0);
  if (!saysMore || !(canReopen || state === 'sending')) return;
  if (canReopen) await store.changeAnyway(id, reopening);
  for (const record of response) {
    if (record.kind === 'planned' || record.kind === 'removed' || record.kind === 'unlisted') return;
    const { v: _version, task: _task, at: _at, ...change } = record;
    if (!transition(store.entryOf(id), { ...change, at: 0 })) return;
    await store.changeAnyway(id, change);
  }
}

/**
 * The same for responses whose process put the media aside, and ended before it could write anything down: the media are
 * all that is left of them.
 */
export async function foldSpooled({ store, ports, watchers }: EngineServices): Promise<void> {
  const kept = await ports.spool.listTasks();
  const reopening = { kind: 'late-response' } as const;
  for (const entry of store.list()) {
    const { id } = entry.task;
    if (!kept.has(id) || !transition(entry, { ...reopening, at: 0 })) continue;
    const answer = await ports.spool.find(entry.task);
    if (!answer || store.get(id) !== entry) continue;
    await store.changeAnyway(id, reopening);
    await store.changeAnyway(id, buildAnswerEnd(answer));
    void watchers.watch(id);
  }
}

/** In a run of its own: the one that it was sent in has another task for this request. */
async function addTask(id: string, records: readonly JournalRecord[], { store, ports }: EngineServices): Promise<void> {
  const own = records.map((record): JournalRecord =>
    record.kind === 'planned' ? { ...record, task: id, seed: { ...record.seed, run: id } } : { ...record, task: id },
  );
  const folded = fold(own);
  await ports.journal
    .append(own)
    .catch((error: unknown) => ports.log.error(`The journal cannot be written: ${messageOf(error)}`));
  if (folded) store.adopt([folded.entry]);
}

function fold(records: readonly JournalRecord[]): JournalTask | null {
  return foldTask(records.map((record) => ({ kind: 'record', record })));
}
