import { backoffMs } from '../../support/backoff.ts';
import { listedEntries, type JournalPort } from '../journalPort.ts';
import { buildYielded, findRivalry, listRelated } from '../model/rivals.ts';
import type { TaskError } from '../model/task.ts';
import type { BudgetKeeper } from '../money/budgetKeeper.ts';
import { notSent, type RunPart } from '../run/runParts.ts';
import type { TaskStore } from '../taskStore.ts';
import type { Watch } from '../watch.ts';
import { settled, type AttemptEnd, type SubmitAttempts } from './recordOutcome.ts';
import type { SendWatch } from './sendBody.ts';

/** What the look at the tasks of other processes needs. */
export interface RivalWatch extends Watch, Pick<SendWatch, 'record' | 'sendSignal' | 'closing'> {
  readonly random: () => number;
  readonly run: Pick<RunPart, 'stopReason' | 'terms'>;
  readonly store: Pick<TaskStore, 'list'>;
  readonly journal: Pick<JournalPort, 'readForeign'>;
  readonly budget: Pick<BudgetKeeper, 'confirm'>;
}

/** Processes that have held each other back try again at different times, and not more rarely than this. */
const maxHoldBackMs = 8_000;

/**
 * Looks at the tasks of other processes, which can see now that this request is about to be sent. Resolves to null if it
 * is sent. Otherwise the journal has it as not sent. Rejects only when the signal aborts, or when the journals cannot be
 * read.
 */
export async function lookForRivals(watch: RivalWatch, attempts: SubmitAttempts): Promise<AttemptEnd | null> {
  const { entry, signal } = watch;
  const { others, isCovered } = await readOthers(watch);
  const rivalry = findRivalry(entry(), [...others, ...listRelated(entry(), watch.store.list())]);
  const isAborted = [signal, watch.sendSignal, watch.closing].some(({ aborted }) => aborted);
  // The user may have stopped the run while the record was written.
  if (isCovered && !rivalry && !isAborted && !stopReasonOf(watch)) return null;
  // Nothing is awaited between the look and the changes, so that another request of the run sees them.
  const changes: Promise<unknown>[] = [withdraw(watch)];
  const isYielded = rivalry?.kind === 'yield' && !signal.aborted;
  if (isYielded) changes.push(watch.changeAnyway({ kind: 'skipped', error: buildYielded(rivalry.to) }));
  await Promise.all(changes);
  if (isYielded) return settled;
  if (isCovered && rivalry?.kind !== 'wait') return { kind: 'again', delayMs: 0 };
  attempts.timesHeldBack += 1;
  return {
    kind: 'held-back',
    delayMs: backoffMs(attempts.timesHeldBack, { random: watch.random, maxMs: maxHoldBackMs }),
  };
}

/**
 * Returns why the task must not be submitted. A budget that stopped other tasks has room for this one, because it was
 * asked before.
 */
export function stopReasonOf({ run, sendSignal }: Pick<RivalWatch, 'run' | 'sendSignal'>): TaskError | null {
  // The user has stopped an attempt that had no effect.
  if (sendSignal.aborted) return notSent;
  return run.stopReason?.code === 'over-budget' ? null : run.stopReason;
}

/** Reads the tasks of other processes, and whether the budget covers this request next to them. */
async function readOthers(watch: RivalWatch) {
  try {
    // A task that changes hands during the read is in this list.
    const before = listRelated(watch.entry(), watch.store.list());
    const foreign = listRelated(watch.entry(), listedEntries(await watch.journal.readForeign()));
    return { others: [...before, ...foreign], isCovered: await watch.budget.confirm(watch) };
  } catch (error) {
    // The journals cannot be read. No byte has left, and this journal must not say otherwise.
    await withdraw(watch);
    throw error;
  }
}

/** Gives up between the record and the first byte, and records that no byte left. */
async function withdraw({ record, signal }: RivalWatch): Promise<void> {
  await record({ kind: 'postponed', error: notSent, mayBeCharged: false });
  signal.throwIfAborted();
}
