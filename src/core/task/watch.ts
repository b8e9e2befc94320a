import type { Disposable } from '../support/disposable.ts';
import { messageOf } from '../support/text/redact.ts';
import type { GatewayTarget, OpenProfile } from './gatewayPort.ts';
import type { TaskError } from './model/task.ts';
import type { TaskEntry } from './model/taskEntry.ts';
import type { TaskChange } from './model/taskEvent.ts';
import type { Outages } from './pace/outages.ts';

/**
 * The watch of one task. Only the holder of its watch changes a task that is in flight. Each phase adds the ports that it
 * needs.
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

export type TargetOutcome =
  | { readonly ok: true; readonly target: GatewayTarget; readonly isSandbox: boolean }
  | { readonly ok: false; readonly error: TaskError };

/** Resolves to null if there is no profile with that name. */
export type OpenProfileByName = (name: string) => Promise<OpenProfile | null>;

/**
 * Returns the gateway to call for a task, with its current key. A task of one gateway is unknown at another one, so a
 * profile whose origin has changed is not called. Never rejects.
 */
export async function openTarget({ task, origin: known }: TaskEntry, open: OpenProfileByName): Promise<TargetOutcome> {
  const { profile: name } = task;
  try {
    const profile = await open(name);
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
