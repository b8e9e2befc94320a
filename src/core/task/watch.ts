import { redactBriefly } from '../support/redact.ts';
import type { Durations } from './durations.ts';
import type { GatewayTarget } from './gatewayPort.ts';
import type { BudgetKeeper } from './money/budgetKeeper.ts';
import type { TaskPorts } from './ports.ts';
import type { ProfileGate } from './profileGate.ts';
import type { Outages } from './outages.ts';
import type { RunPart } from './run.ts';
import type { Scheduler } from './scheduler.ts';
import type { TaskError } from './task.ts';
import type { TaskEntry } from './taskEntry.ts';
import type { TaskChange } from './taskEvent.ts';
import type { TaskStore } from './taskStore.ts';

/** What all watches of a process share. */
export interface WatchServices {
  readonly ports: TaskPorts;
  readonly store: TaskStore;
  /** The waits of all tasks. Times that are written down come from the clock of the ports. */
  readonly scheduler: Scheduler;
  readonly gate: ProfileGate;
  readonly outages: Outages;
  readonly durations: Durations;
  readonly budget: BudgetKeeper;
}

/** One task being taken care of. Only the holder of its watch changes a task that is in flight. */
export interface Watch extends WatchServices {
  readonly signal: AbortSignal;
  /** A person does not want to wait for the answer to a request that is on its way. The watch goes on. */
  readonly sendSignal: AbortSignal;
  readonly run: RunPart;
  /** The task as it is now. */
  readonly entry: () => TaskEntry;
  /** Rejects when the watch was given up meanwhile, or when the journal can not be written. */
  change(change: TaskChange): Promise<void>;
  /** Rejects only when the watch was given up meanwhile. */
  changeAnyway(change: TaskChange): Promise<void>;
}

export function createWatch(
  services: WatchServices,
  { id, ...place }: Pick<Watch, 'run' | 'signal' | 'sendSignal'> & { readonly id: string },
): Watch {
  const { store } = services;
  const { signal } = place;
  return {
    ...services,
    ...place,
    entry: () => store.entryOf(id),
    async change(change) {
      signal.throwIfAborted();
      await store.change(id, change);
    },
    async changeAnyway(change) {
      signal.throwIfAborted();
      await store.changeAnyway(id, change);
    },
  };
}

export type TargetAnswer =
  | { readonly ok: true; readonly target: GatewayTarget; readonly isSandbox: boolean }
  | { readonly ok: false; readonly error: TaskError };

/** Whom to call for a task, with the key as it is now. */
export async function openTarget({ ports, entry }: Watch): Promise<TargetAnswer> {
  const { profile: name } = entry().task;
  try {
    const profile = await ports.openProfile(name);
    if (!profile) return { ok: false, error: { code: 'profile-unknown', message: name } };
    const key = await profile.readKey();
    if (key === undefined || key === '') return { ok: false, error: { code: 'key-missing', message: '' } };
    return { ok: true, target: { baseUrl: profile.baseUrl, key }, isSandbox: profile.isSandbox };
  } catch (error) {
    return { ok: false, error: { code: 'gateway-unreachable', message: messageOf(error) } };
  }
}

/** What a person may read of an error of our own, or of the system. */
export function messageOf(error: unknown): string {
  return redactBriefly(error instanceof Error ? error.message : String(error));
}
