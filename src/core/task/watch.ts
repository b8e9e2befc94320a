import type { Disposable } from '../support/disposable.ts';
import { messageOf } from '../support/text/redact.ts';
import type { BodyRoom } from './pace/bodyRoom.ts';
import type { Durations } from './poll/pollSchedule.ts';
import type { GatewayTarget, OpenProfile } from './gatewayPort.ts';
import type { BudgetKeeper } from './money/budgetKeeper.ts';
import type { TaskPorts } from './ports.ts';
import type { ProfileGate } from './pace/profileGate.ts';
import type { Outages } from './pace/outages.ts';
import type { Recorder } from './save/recorder.ts';
import type { RunPart } from './run/runParts.ts';
import type { Scheduler } from '../support/scheduler.ts';
import type { TaskError } from './model/task.ts';
import type { TaskEntry } from './model/taskEntry.ts';
import type { TaskChange } from './model/taskEvent.ts';
import type { TaskStore } from './taskStore.ts';

/** What all watches of a process share. */
export interface WatchServices {
  readonly ports: TaskPorts;
  readonly store: TaskStore;
  /** The waits of all tasks. Times that are recorded come from the clock of the ports. */
  readonly scheduler: Scheduler;
  readonly gate: ProfileGate;
  /**
   * Each submit opens a new connection, while queries reuse one. If only new connections fail, a successful query says
   * nothing about submits.
   */
  readonly outages: Readonly<Record<CallKind, Outages>>;
  readonly durations: Durations;
  readonly bodies: BodyRoom;
  readonly budget: BudgetKeeper;
  readonly recorder: Recorder;
}

type CallKind = 'submits' | 'queries';

/** The watch of one task. Only the holder of its watch changes a task that is in flight. */
export interface Watch extends WatchServices {
  readonly signal: AbortSignal;
  /**
   * Aborts the request that is being sent. If `signal` is not aborted, the user does not want to wait for the response,
   * and the watch continues. If only `signal` is aborted, another process has adopted the task, and the response is
   * written for that process.
   */
  readonly sendSignal: AbortSignal;
  /** Aborts when this process is about to end. A request that has not been sent by then is not sent. */
  readonly closing: AbortSignal;
  readonly run: RunPart;
  /** Returns the current state of the task. */
  readonly entry: () => TaskEntry;
  /** Rejects when the watch was given up meanwhile, or when the journal cannot be written. */
  change(change: TaskChange): Promise<void>;
  /** Resolves to whether the change is in the journal. Rejects only when the watch was given up meanwhile. */
  changeAnyway(change: TaskChange): Promise<boolean>;
}

export function createWatch(
  services: WatchServices,
  { id, ...place }: Pick<Watch, 'run' | 'signal' | 'sendSignal' | 'closing'> & { readonly id: string },
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
      return store.changeAnyway(id, change);
    },
  };
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
export async function awaitNetwork(watch: Watch, kind: CallKind): Promise<Disposable> {
  const outages = watch.outages[kind];
  const gateway = gatewayOf(watch);
  const message = outages.reasonOf(gateway);
  if (message !== null) await showWaitReason(watch, { code: 'gateway-unreachable', message });
  return outages.enter(gateway, watch.signal);
}

/** Returns the name that the outages use for the gateway of a task. */
export function gatewayOf({ entry }: Pick<Watch, 'entry'>): string {
  const { origin, task } = entry();
  return origin ?? task.profile;
}

export type TargetOutcome =
  | { readonly ok: true; readonly target: GatewayTarget; readonly isSandbox: boolean }
  | { readonly ok: false; readonly error: TaskError };

/**
 * Returns the gateway to call for a task, with its current key. A task of one gateway is unknown at another one, so a
 * profile whose origin has changed is not called. Never rejects.
 */
export async function openTarget({ ports, entry }: Pick<Watch, 'ports' | 'entry'>): Promise<TargetOutcome> {
  const { task, origin: known } = entry();
  const { profile: name } = task;
  try {
    const profile = await ports.openProfile(name);
    if (!profile) return { ok: false, error: { code: 'profile-unknown', message: name } };
    const { baseUrl, isSandbox } = profile;
    const origin = originOf(profile);
    if (known !== null && known !== origin) return { ok: false, error: { code: 'profile-changed', message: known } };
    const key = await readKey(profile);
    if (typeof key !== 'string') return { ok: false, error: key };
    return { ok: true, target: { baseUrl, origin, key }, isSandbox };
  } catch (error) {
    return { ok: false, error: { code: 'gateway-unreachable', message: messageOf(error) } };
  }
}

/**
 * Returns the current key of a profile, or the reason why it cannot be sent. A key that HTTP does not allow in a header
 * is as bad as a refused one: no call would leave, which looks like an outage that never ends.
 */
export async function readKey(profile: Pick<OpenProfile, 'readKey'>): Promise<string | TaskError> {
  const key = await profile.readKey();
  if (key === undefined || key === '') return { code: 'key-missing', message: '' };
  if (notInHeaders.test(key)) {
    return { code: 'key-refused', message: 'The API key contains a character that is not allowed in a header' };
  }
  return key;
}

/** Matches a character that is not allowed in an HTTP header: control characters, and characters beyond Latin-1. */
const notInHeaders = /[^\t\x20-\x7e\x80-\xff]/;

/** Returns null for the sandbox. */
export function originOf({ baseUrl, isSandbox }: Pick<OpenProfile, 'baseUrl' | 'isSandbox'>): string | null {
  return isSandbox ? null : new URL(baseUrl).origin;
}
