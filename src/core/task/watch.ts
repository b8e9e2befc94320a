import type { Disposable } from '../support/disposable.ts';
import type { TaskError } from './model/task.ts';
import type { TaskEntry } from './model/taskEntry.ts';
import type { TaskChange } from './model/taskEvent.ts';
import type { Outages } from './pace/outages.ts';

/**
 * The watch of one task. Only the holder of its watch changes a task that is in flight. Each phase adds the ports that
 * it needs.
 */
export interface Watch {
  readonly signal: AbortSignal;
  /** Returns the current state of the task. */
  readonly entry: () => TaskEntry;
  /** Rejects when the watch was given up meanwhile, or when the journal cannot be written. */
  change(change: TaskChange): Promise<void>;
  /** Resolves to whether the change is in the journal. Rejects only when the watch was given up meanwhile. */
  changeAnyway(change: TaskChange): Promise<boolean>;
}

/** Interval in ms after which a waiting task checks its profile again. */
export const profileDelayMs = 10_000;

/**
 * Shows why a task waits. Does nothing if the same error is shown already, so that a thousand waiting tasks cause no
 * changes.
 */
export async function showWaitReason(watch: Watch, error: TaskError): Promise<void> {
  const shown = watch.entry().task.error;
  if (shown?.code === error.code && shown.message === error.message) return;
  await watch.changeAnyway({ kind: 'waiting', error });
}

/** Ends a task for which nothing was sent. */
export async function failUnsent(watch: Watch, error: TaskError): Promise<void> {
  await watch.changeAnyway({ kind: 'failed', error, statusWord: null, amountUsd: null });
}

/** Resolves when a call may be tried. Shows until then why the task waits. Dispose the result after the call. */
export async function awaitNetwork(watch: Watch, outages: Outages): Promise<Disposable> {
  const gateway = gatewayOf(watch.entry());
  const message = outages.reasonOf(gateway);
  if (message !== null) await showWaitReason(watch, { code: 'gateway-unreachable', message });
  return outages.enter(gateway, watch.signal);
}

/** Returns the name that the outages use for the gateway of a task. */
export function gatewayOf({ origin, task }: TaskEntry): string {
  return origin ?? task.profile;
}
