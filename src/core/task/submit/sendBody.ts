import { findDialect } from '../../catalog/endpoints.ts';
import type { PlannedRequest } from '../../jobFile/request.ts';
import type { Clock } from '../../support/clock.ts';
import type { Disposable } from '../../support/disposable.ts';
import type { ChatCall, GatewayPort, GatewayTarget, RequestBody, SubmitOutcome } from '../gatewayPort.ts';
import type { TaskChange } from '../model/taskEvent.ts';
import type { Outages } from '../pace/outages.ts';
import type { KeyGate } from '../pace/keyGate.ts';
import type { ProfileGate } from '../pace/profileGate.ts';
import { gatewayOf, type Watch } from '../watch.ts';
import { showText } from './showText.ts';

/** What sending needs. */
export interface SendWatch extends Watch {
  /**
   * Aborts the request that is being sent. If `signal` is not aborted, the user does not want to wait for the response,
   * and the watch continues. If only `signal` is aborted, another process has adopted the task, and the response is
   * written for that process.
   */
  readonly sendSignal: AbortSignal;
  /** Aborts when this process is about to end. A request that has not been sent by then is not sent. */
  readonly closing: AbortSignal;
  /**
   * Records a change even if the watch was given up, because the request may be charged. Resolves to whether the change
   * is in the journal. Never rejects.
   */
  readonly record: (change: TaskChange) => Promise<boolean>;
  readonly clock: Clock;
  readonly gateway: Pick<GatewayPort, 'submit'>;
  readonly gate: Pick<ProfileGate, 'open'>;
  readonly keys: Pick<KeyGate, 'accept'>;
  /**
   * Each submit opens a new connection, while queries reuse one. If only new connections fail, a successful query says
   * nothing about submits.
   */
  readonly outages: Readonly<Record<'submits' | 'queries', Pick<Outages, 'reached'>>>;
}

/**
 * `given-up`: the user did not wait for the response, or this process ended before the connection was made. `text` is
 * the part of the response that had arrived.
 */
export type SendOutcome =
  SubmitOutcome | { readonly kind: 'given-up'; readonly wasSent: boolean; readonly text: string | null };

interface Sending {
  readonly target: GatewayTarget;
  readonly body: RequestBody;
  /** Turn of the profile. It is disposed as soon as the response begins. */
  readonly turn: Disposable;
}

/**
 * Sends a request that is recorded as being sent, and shows a text while it arrives. Rejects only when the signal
 * aborts. The received text is then kept, because it may be charged.
 */
export async function sendBody(watch: SendWatch, { target, body, turn }: Sending): Promise<SendOutcome> {
  const { signal, sendSignal, closing, entry } = watch;
  const { request, profile } = entry().task;
  const updates = showText(watch);
  const chat = buildChatCall(request, (read) => {
    // A text may take minutes, and its first word proves the key.
    watch.keys.accept(profile);
    watch.gate.open(profile);
    turn.dispose();
    updates.onText(read);
  });
  // A response may take minutes, and other tasks wait for the gateway. If submits reach it, queries do too.
  let wasSent = false;
  const onSent = (): void => {
    wasSent = true;
    for (const outages of Object.values(watch.outages)) outages.reached(gatewayOf(entry()));
  };
  const call = { endpoint: request.endpoint, body, isSynchronous: request.pollPath === null, chat, onSent };
  // Not `AbortSignal.any`, of which each signal keeps something as long as it lives.
  const ended = new AbortController();
  const stop = (): void => ended.abort(sendSignal.reason);
  const close = (): void => {
    if (!wasSent) ended.abort(closing.reason);
  };
  if (sendSignal.aborted) stop();
  sendSignal.addEventListener('abort', stop, { once: true });
  closing.addEventListener('abort', close, { once: true });
  try {
    return await watch.gateway.submit(target, call, ended.signal);
  } catch (error) {
    if (!wasSent && (sendSignal.aborted || closing.aborted)) return { kind: 'given-up', wasSent, text: null };
    if (sendSignal.aborted && !signal.aborted) return { kind: 'given-up', wasSent, text: entry().task.text };
    await endIncomplete(watch);
    throw error;
  } finally {
    sendSignal.removeEventListener('abort', stop);
    closing.removeEventListener('abort', close);
    updates.stop();
  }
}

/** Returns how the response to a request is read if it is text. Null if it is not. */
function buildChatCall(
  { endpoint, modality, body }: Pick<PlannedRequest, 'endpoint' | 'modality' | 'body'>,
  onText: ChatCall['onText'],
): ChatCall | null {
  const dialect = findDialect(endpoint);
  return dialect && { dialect, isStreamed: body['stream'] === true, makesImages: modality === 'image', onText };
}

/** Ends the task as it would end after a restart, because its response is incomplete. */
async function endIncomplete({ entry, record }: SendWatch): Promise<void> {
  const { text, state } = entry().task;
  if (text === null || state !== 'sending') return;
  await record({ kind: 'unconfirmed', error: { code: 'no-answer', message: '' }, text });
}
