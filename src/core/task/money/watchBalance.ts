import { messageOf } from '../../support/text/redact.ts';
import { readForeignEntries } from '../journalPort.ts';
import type { Task } from '../model/task.ts';
import type { TaskEntry } from '../model/taskEntry.ts';
import { taskStates, wasSent } from '../model/taskStates.ts';
import { openTarget } from '../openTarget.ts';
import type { TaskServices } from '../watch.ts';
import { mayCost, type Charge } from './charge.ts';

/** Gateways settle the charge of a task a moment after its end. */
const settleMs = 1_000;
/** A request of which nothing was heard is charged within this time, if ever. */
const unheardMs = 60 * 60_000;
/** The usual duration of a model of which no task has ended yet. */
const unknownMs = 60_000;

/**
 * Reads the balance twice for a request that may have been charged: at once, and when the gateway has usually finished
 * such a request, because many charge only then. What was read after a time is not read again after a restart. Never
 * rejects.
 */
export async function watchBalance(id: string, services: TaskServices, signal: AbortSignal): Promise<void> {
  const { store, scheduler, durations, log } = services;
  const entry = store.get(id);
  if (entry?.task.state !== 'unconfirmed') return;
  const { endedAt, submittedAt } = entry.task;
  if (endedAt === null) return;
  const usualMs = durations.usualMs(entry) ?? unknownMs;
  for (const dueAt of [endedAt, (submittedAt ?? endedAt) + usualMs + settleMs]) {
    try {
      // A wait may end early.
      while (scheduler.now() < dueAt) await scheduler.sleep(dueAt - scheduler.now(), signal);
    } catch (error) {
      if (!signal.aborted) log.warn(`Task ${id}: ${messageOf(error)}`);
      return;
    }
    const now = store.get(id)?.task;
    // The user has decided meanwhile, and another attempt may be unconfirmed.
    if (now?.endedAt !== endedAt) return;
    if (!now.balancesAfter?.some(({ at }) => at >= dueAt)) await readBalance(id, services, signal);
  }
}

/**
 * Reads and records the balance after a request that may have been charged, for the user who decides about it. Does
 * nothing in other states. Never rejects.
 */
export async function readBalance(id: string, services: TaskServices, signal: AbortSignal): Promise<void> {
  const { store, balances, openProfile } = services;
  const entry = store.get(id);
  if (entry?.task.state !== 'unconfirmed') return;
  const { profile, balanceBefore } = entry.task;
  // The account of another gateway says nothing about this request.
  if (!(await openTarget({ profile, origin: entry.origin }, openProfile)).ok) return;
  const balance = await balances.read(profile, signal);
  const isAlone =
    balance !== null && balanceBefore !== undefined && (await isOnlyCharge(entry, balanceBefore.at, services));
  const now = store.get(id)?.task;
  // The user may have decided meanwhile, and callers share a query.
  if (!balance || signal.aborted || now?.state !== 'unconfirmed') return;
  if (now.balancesAfter?.some(({ at }) => at === balance.at)) return;
  await store.changeAnyway(id, { kind: 'balance-read', balance: isAlone ? { ...balance, isAlone } : balance });
}

/**
 * Whether no other request of the account, in any window of this machine, can have been charged since a time (Unix ms).
 * False if that cannot be read.
 */
async function isOnlyCharge(entry: TaskEntry, since: number, services: TaskServices): Promise<boolean> {
  const { store, journal, ledger } = services;
  const { id, profile } = entry.task;
  try {
    const foreign = await readForeignEntries(journal);
    await ledger.refresh();
    const isOfAccount = (other: TaskEntry): boolean =>
      other.task.profile === profile || (entry.origin !== null && other.origin === entry.origin);
    const listed = [...store.list(), ...store.leaving(), ...foreign].filter(
      (other) => other.task.id !== id && isOfAccount(other),
    );
    // Another profile may be of the account, too, and a charge names no gateway.
    const archived = ledger.charges().filter((charge) => charge.task !== id && mayCost(charge));
    const isLate = ({ state, at }: Charge): boolean =>
      at + (taskStates[state].hasResult ? settleMs : unheardMs) > since;
    return !listed.some(({ task }) => mayBeChargedSince(task, since)) && !archived.some(isLate);
  } catch {
    return false;
  }
}

function mayBeChargedSince(task: Task, since: number): boolean {
  if (!wasSent(task)) return false;
  const { hasResult, charge } = taskStates[task.state];
  const isHeard = (hasResult || charge === 'none') && task.error?.code !== 'dismissed';
  return task.endedAt === null || task.endedAt + (isHeard ? settleMs : unheardMs) > since;
}
