import { messageOf } from '../support/text/redact.ts';
import type { JournalTask, LateResponse } from './journalPort.ts';
import { buildOpenNote } from './model/openTask.ts';
import { foldTask } from './model/foldTask.ts';
import type { TaskEntry } from './model/taskEntry.ts';
import type { JournalRecord, TaskChange } from './model/taskEvent.ts';
import { isInFlight } from './model/taskStates.ts';
import { transition } from './model/transition.ts';
import { notSent } from './run/runParts.ts';
import { buildResponseEnd } from './submit/submitTask.ts';
import type { EngineServices } from './watchers.ts';

/**
 * Adopts and continues the unfinished tasks of the wanted job files that no process watches. `confine` returns the
 * boundary that an adopted task has now: the journal may have a wider one.
 */
export async function adoptTasks(
  isWanted: (jobFile: string) => boolean,
  confine: (entry: TaskEntry) => string,
  services: EngineServices,
): Promise<void> {
  const { journal, spool, store, durations } = services;
  const adopted = (await journal.adopt(isWanted))
    .filter(({ entry }) => !store.get(entry.task.id))
    .map(({ entry, hasGap }) => ({ entry: { ...entry, boundary: confine(entry) }, hasGap }));
  store.adopt(adopted.map(({ entry }) => entry));
  await services.openTasks.note(adopted.flatMap(({ entry }) => buildOpenNote(entry) ?? []));
  // The durations are learned before any of the tasks is polled, because they decide the poll schedule.
  for (const { entry } of adopted) durations.learn(entry);
  for (const each of await journal.readLate()) await foldLate(each, services);
  await foldSpooled(services);
  await resumeTasks(adopted, services);
  await spool.removeOrphans((id) => needsNoSpool(store.get(id)));
  await store.remove(listForgettable(store.list(), services.clock.now()));
}

/** Whether the task needs no file in the spool: it has ended, and nothing is left to save. */
function needsNoSpool(entry: TaskEntry | undefined): boolean {
  return entry !== undefined && !isInFlight(entry.task.state) && entry.task.state !== 'unsaved';
}

/** Number of tasks that share a sync of the journal. With more, other work would wait for too long. */
const groupSize = 250;

/** Continues adopted tasks without the user. Resolves when journal and runs files have the outcome of each. */
async function resumeTasks(adopted: readonly JournalTask[], services: EngineServices): Promise<void> {
  const { recorder, watchers } = services;
  await tidyFolders(adopted, services);
  for (let start = 0; start < adopted.length; start += groupSize) {
    const group = adopted.slice(start, start + groupSize);
    const ended = await Promise.all(group.map((each) => settle(each, services)));
    for (const { entry } of group) void watchers.findLost(entry.task.id);
    for (const id of ended.flat()) await recorder.record(id);
    // A window that closes has no time for the query.
    for (const { entry } of group) void watchers.watchBalance(entry.task.id);
  }
}

/** Removes half-written files of ended processes. The files of a task that continues are written again. */
async function tidyFolders(adopted: readonly JournalTask[], { artifacts }: EngineServices): Promise<void> {
  const places = adopted.flatMap(({ entry: { task, boundary } }) => {
    const { jobFile, request } = task;
    return isInFlight(task.state) ? [{ jobFile, boundary, output: request.output }] : [];
  });
  const byFolder = new Map(places.map((place) => [JSON.stringify([place.jobFile, place.output.dir]), place]));
  for (const place of byFolder.values()) await artifacts.tidy({ ...place, siblingPaths: () => new Set() });
}

/** Returns the id of the task if it has ended, because its line may be missing in the runs file. */
async function settle(adopted: JournalTask, { store, spool, watchers }: EngineServices): Promise<readonly string[]> {
  const { task, results } = adopted.entry;
  const next = settleAdopted(adopted);
  // The result is paid for, and was on disk before its process could record it.
  const response = task.state === 'sending' ? await spool.find(task) : null;
  // The user may have acted on the task meanwhile.
  if (store.get(task.id) !== adopted.entry) return [];
  if (response) await store.changeAnyway(task.id, buildResponseEnd(response));
  if (response || next === 'watch') {
    void watchers.watch(task.id);
    return [];
  }
  if (typeof next === 'object') await store.changeAnyway(task.id, next);
  if (task.state === 'saved') await spool.remove(results.map(({ source }) => source));
  return next === 'keep' ? [] : [task.id];
}

/**
 * Decides what is done with a task whose process has ended. An accepted task continues automatically. Nothing is sent
 * without an action of the user: an unsent task waits, and the user decides about a request that may have been sent.
 */
export function settleAdopted({ entry, hasGap }: JournalTask): TaskChange | 'watch' | 'record' | 'keep' {
  const { state, taskId } = entry.task;
  // The line that cannot be read may be the one that says that the bytes left.
  const mayBeSent = state === 'sending' || (hasGap && taskId === null && (state === 'planned' || state === 'stopped'));
  if (mayBeSent) return { kind: 'unconfirmed', error: { code: 'no-answer', message: '' } };
  switch (state) {
    case 'planned':
      return { kind: 'stopped', error: notSent };
    case 'pending':
    case 'running':
    case 'saving':
      return 'watch';
    default:
      return entry.isRecorded || state === 'stopped' || state === 'skipped' ? 'keep' : 'record';
  }
}

/**
 * Applies a response that the former process of a task has read, because the response is paid for. An unconfirmed
 * request continues with it. If the user has sent the request again meanwhile, the response becomes a separate task.
 * Nothing changes if the task has the response already.
 */
async function foldLate(late: LateResponse, services: EngineServices): Promise<void> {
  const { store, journal, watchers, recorder } = services;
  const { records } = late;
  const sentAt = records.findLastIndex(({ kind }) => kind === 'sending');
  const sending = records[sentAt];
  const known = sending && store.get(sending.task);
  // The task was removed from the list. Its response is adopted as a task that no process has.
  if (!known) return;
  const { doubtfulAttempts = 0 } = fold(records.slice(0, sentAt + 1))?.entry.task ?? {};
  // The gateway carries out all attempts of a request that it can identify as one.
  const isSameAttempt =
    known.task.idempotencyHeader !== undefined ||
    (known.task.submittedAt === sending.at && known.task.doubtfulAttempts === doubtfulAttempts);
  // The id is the same after a crash, so that there is only one such task.
  const id = isSameAttempt ? known.task.id : `${known.task.id}-${doubtfulAttempts + 1}`;
  const before = store.get(id);
  if (isSameAttempt) await addResponse(known, records.slice(sentAt + 1), services);
  else if (!before) await addTask(id, { records, known }, services);
  if (await journal.confirm()) await late.remove();
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
  const { id, state, text, amountUsd } = known.task;
  const [first] = response;
  const reopening = { kind: 'late-response' } as const;
  const canReopen = transition(known, { ...reopening, at: 0 }) !== null;
  // A response that was interrupted may contain no more than the text that was kept of it.
  const isLonger = first?.kind !== 'unconfirmed' || (first.text?.length ?? 0) > (text?.length ?? 0);
  const saysMore = isLonger || (first.amountUsd ?? amountUsd) !== amountUsd;
  if (!saysMore || !(canReopen || state === 'sending')) return;
  if (canReopen) await store.changeAnyway(id, reopening);
  for (const record of response) {
    if (record.kind === 'planned' || record.kind === 'removed') return;
    const { v: _version, task: _task, at: _at, ...change } = record;
    if (!transition(store.entryOf(id), { ...change, at: 0 })) return;
    await store.changeAnyway(id, change);
  }
}

/** Applies responses of which only the media are left: their process ended before it could record anything. */
async function foldSpooled({ store, spool, watchers }: EngineServices): Promise<void> {
  const kept = await spool.listTasks();
  const reopening = { kind: 'late-response' } as const;
  for (const entry of store.list()) {
    const { id } = entry.task;
    if (!kept.has(id) || !transition(entry, { ...reopening, at: 0 })) continue;
    const response = await spool.find(entry.task);
    if (!response || store.get(id) !== entry) continue;
    await store.changeAnyway(id, reopening);
    await store.changeAnyway(id, buildResponseEnd(response));
    void watchers.watch(id);
  }
}

/** Adds the task to a separate run, because its own run has the known task for this request, at the same place. */
async function addTask(
  id: string,
  { records, known }: { readonly records: readonly JournalRecord[]; readonly known: TaskEntry },
  { store, journal, log }: EngineServices,
): Promise<void> {
  const own = records.map((record): JournalRecord =>
    record.kind === 'planned' ? { ...record, task: id, seed: { ...record.seed, run: id } } : { ...record, task: id },
  );
  const folded = fold(own);
  await journal.append(own).catch((error: unknown) => log.error(`The journal cannot be written: ${messageOf(error)}`));
  const { task, boundary } = known;
  if (folded) store.adopt([{ ...folded.entry, task: { ...folded.entry.task, jobFile: task.jobFile }, boundary }]);
}

function fold(records: readonly JournalRecord[]): JournalTask | null {
  return foldTask(records.map((record) => ({ kind: 'record', record })));
}

const dayMs = 24 * 60 * 60_000;
/** All tasks are kept this long, because the user may still be looking at them. */
const fullDays = 2;
/** Older tasks are kept up to this age and number. */
const maxDays = 30;
const maxCount = 2_000;
/** This number of tasks is kept, regardless of age. */
const minCount = 200;

/**
 * Returns the ids of tasks that may leave the list. Their lines in the runs file and the ledger stay. A task that the
 * user may still act on is kept as long as that is so: its result is not saved, its request may be charged, or it was
 * stopped or lost.
 */
export function listForgettable(entries: readonly TaskEntry[], now: number): readonly string[] {
  const ageDays = (entry: TaskEntry): number => (now - endOf(entry)) / dayMs;
  const finished = entries.filter(isFinished).sort((a, b) => endOf(b) - endOf(a));
  const forgettable = finished.filter((entry, rank) => {
    if (entry.isUnlisted && entry.isRecorded) return true;
    return ageDays(entry) > fullDays && rank >= minCount && (ageDays(entry) > maxDays || rank >= maxCount);
  });
  return forgettable.map(({ task }) => task.id);
}

function isFinished({ task, isRecorded }: TaskEntry): boolean {
  return task.state === 'skipped' || (isRecorded && (task.state === 'saved' || task.state === 'failed'));
}

function endOf({ task }: TaskEntry): number {
  return task.endedAt ?? task.createdAt;
}
