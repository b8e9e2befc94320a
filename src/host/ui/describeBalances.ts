import * as vscode from 'vscode';
import { startOfDay } from '../../core/support/startOfDay.ts';
import type { SeenBalance, Task } from '../../core/task/model/task.ts';
import { leastFallUsd, readFall } from '../../core/task/model/taskStates.ts';
import { formatExactAmount } from './format.ts';
import { l10n } from './l10n.ts';

/** The facts of a task that say what its account had before and after its request. */
type BalanceFacts = Pick<Task, 'state' | 'isSandbox' | 'balanceBefore' | 'balancesAfter'>;

/**
 * Says what an unconfirmed request has done to the balance, in sentences: each amount with the time at which it was read,
 * and a conclusion only if no other request can have changed the balance. Empty if there is no reading. `now` is Unix ms.
 */
export function describeBalances(task: BalanceFacts, now: number): readonly string[] {
  const { state, isSandbox, balanceBefore: before, balancesAfter: after = [] } = task;
  if (state !== 'unconfirmed' || after.length === 0) return [];
  const readings = after.map((each) => describeReading(each, now)).join(', ');
  return [
    before
      ? l10n.t('Balance before the request: {before}. After it: {after}.', {
          before: describeReading(before, now),
          after: readings,
        })
      : l10n.t('Balance after the request: {after}. The balance before it is unknown.', { after: readings }),
    ...(before ? [conclude(readFall(task))] : []),
    ...(isSandbox ? [l10n.t('The sandbox is free: this is play money.')] : []),
  ];
}

/** `$24.755 at 4:18:05 PM`, with the date if it is of another day. */
function describeReading({ usd, at }: SeenBalance, now: number): string {
  const date = at < startOfDay(now) ? ({ dateStyle: 'short' } as const) : {};
  const time = new Date(at).toLocaleString(vscode.env.language, { ...date, timeStyle: 'medium' });
  return l10n.t('{amount} at {time}', { amount: formatExactAmount(usd), time });
}

function conclude(less: number | null): string {
  if (less === null)
    return l10n.t('Other requests may have been charged meanwhile, so this says nothing about this one.');
  if (less >= leastFallUsd) return l10n.t('{amount} less: probably charged.', { amount: formatExactAmount(less) });
  return less <= -leastFallUsd
    ? l10n.t('The balance has grown, so this says nothing about this request.')
    : l10n.t('Unchanged so far, but gateways often charge later.');
}
