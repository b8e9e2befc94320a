import { openTarget, type WatchServices } from './watch.ts';

/**
 * Reads the balance after a request that may have been charged, as a hint for the user who decides about it. Does
 * nothing in other states, nor for the sandbox, whose amounts are invented. Never rejects.
 */
export async function noteBalance(
  { store, ports }: Pick<WatchServices, 'store' | 'ports'>,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const entry = store.get(id);
  if (entry?.task.state !== 'unconfirmed' || entry.task.isSandbox) return;
  // The account of another gateway says nothing about this request.
  if (!(await openTarget({ ports, entry: () => entry })).ok) return;
  const balance = await ports.balances.read(entry.task.profile, signal);
  // The user may have decided meanwhile.
  if (!balance || signal.aborted || store.get(id)?.task.state !== 'unconfirmed') return;
  await store.changeAnyway(id, { kind: 'balance-read', balance });
}
