import { messageOf } from '../../support/text/redact.ts';
import { buildResponseEnd } from './buildResponseEnd.ts';
import { foldTask } from '../model/foldTask.ts';
import type { JournalTask, LateResponse } from '../journalPort.ts';
import type { TaskEntry } from '../model/taskEntry.ts';
import type { JournalRecord } from '../model/taskEvent.ts';
import { isInFlight } from '../model/taskStates.ts';
import { transition } from '../model/transition.ts';
import type { EngineServices } from '../watchers.ts';

/**
 * Applies a response that the former process of a task has read, because the response is paid for. An unconfirmed
 * request continues with it. If the user has sent the request again meanwhile, the response becomes a separate task.
 * Nothing changes if the task has the response already.
 */
export async function foldLate(late: LateResponse, services: EngineServices): Promise<void> {
  const { store, ports, watchers, recorder } = services;
  const { records } = late;
  const sentAt = records.findLastIndex(({ kind }) => kind === 'sending');
  const sending = records[sentAt];
  const known = sending && store.get(sending.task);
  // The task was removed from the list. Its response is adopted as a task that no process has.
  if (!known) return;
  const { doubtfulAttempts = 0 } = fold(records.slice(0, sentAt + 1))?.entry ?? {};
  const isSameAttempt = known.task.submittedAt === sending.at && known.doubtfulAttempts === doubtfulAttempts;
  // The id is the same after a crash, so that there is only one such task.
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
  // A response that was interrupted may contain no more than the text that was kept of it.
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
 * Applies responses whose process wrote the media to the spool and ended before it could record anything. Only the
 * media are left of them.
 */
export async function foldSpooled({ store, ports, watchers }: EngineServices): Promise<void> {
  const kept = await ports.spool.listTasks();
  const reopening = { kind: 'late-response' } as const;
  for (const entry of store.list()) {
    const { id } = entry.task;
    if (!kept.has(id) || !transition(entry, { ...reopening, at: 0 })) continue;
    const response = await ports.spool.find(entry.task);
    if (!response || store.get(id) !== entry) continue;
    await store.changeAnyway(id, reopening);
    await store.changeAnyway(id, buildResponseEnd(response));
    void watchers.watch(id);
  }
}

/** Adds the task to a separate run, because its own run has another task for this request. */
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
