import type { RunsRecord } from '../artifact/runsRecord.ts';
import type { Charge } from './budget.ts';
import type { Estimator } from './estimate.ts';
import type { TaskState } from './task.ts';
import type { TaskEntry } from './taskEntry.ts';
import { recordKey, taskKey } from './recordKey.ts';

/** A charge with what limits choose by. */
export interface DatedCharge extends Charge {
  readonly run: string;
  readonly job: string | null;
  /** When it ended; now for what is in flight. Unix ms. */
  readonly at: number;
}

export interface ChargeOptions {
  readonly estimate: Estimator;
  /** Planned tasks that may be sent at any moment. */
  readonly reserved: ReadonlySet<string>;
  readonly now: number;
}

/** Whether a task counts in a budget, now or once its price is known. */
export function mayBeCounted({ task }: TaskEntry): boolean {
  return !task.isSandbox && (task.amountUsd !== null || (mayHaveCost(task.state) && task.submittedAt !== null));
}

/** What tasks of the journal cost, by what is known and else by estimate. The sandbox is free. */
export function listTaskCharges(entries: readonly TaskEntry[], options: ChargeOptions): readonly DatedCharge[] {
  return entries.flatMap(({ task }): DatedCharge[] => {
    if (task.isSandbox) return [];
    const { run, state, endedAt, request } = task;
    const place = { run, job: request.job };
    // Asked for only where it counts: of thousands of tasks most are still planned.
    const estimateUsd = (): number | null => options.estimate(request)?.amountUsd ?? null;
    if (isOpen(state) || (state === 'planned' && options.reserved.has(task.id))) {
      return [{ ...place, isOpen: true, amountUsd: task.amountUsd ?? estimateUsd(), at: options.now }];
    }
    const assumedUsd = mayHaveCost(state) && task.submittedAt !== null ? estimateUsd() : null;
    const amountUsd = task.amountUsd ?? assumedUsd;
    return amountUsd === null ? [] : [{ ...place, isOpen: false, amountUsd, at: endedAt ?? options.now }];
  });
}

/** The same of records whose tasks the journal no longer knows. */
export function listRecordCharges(
  history: readonly RunsRecord[],
  entries: readonly TaskEntry[],
): readonly DatedCharge[] {
  const known = new Set(entries.map(({ task }) => taskKey(task)));
  return history.flatMap((record): DatedCharge[] => {
    const { run, job, at, amount_usd } = record;
    if (amount_usd === null || known.has(recordKey(record))) return [];
    return [{ run, job, isOpen: false, amountUsd: amount_usd, at: Date.parse(at) || 0 }];
  });
}

function isOpen(state: TaskState): boolean {
  return ['sending', 'pending', 'running', 'saving'].includes(state);
}

/** Ended without a word on the amount, yet the gateway may have taken it. */
function mayHaveCost(state: TaskState): boolean {
  return ['saved', 'unsaved', 'unconfirmed', 'lost', 'stopped'].includes(state);
}
