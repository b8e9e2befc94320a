import { findDialect } from '../../catalog/endpoints.ts';
import type { Disposable } from '../../support/disposable.ts';
import type { CallOutcome, GatewayTarget, RequestBody } from '../gatewayPort.ts';
import { notSent } from '../run/runParts.ts';
import type { TaskWatch } from '../watch.ts';
import { showText } from './showText.ts';

interface Sending {
  readonly target: GatewayTarget;
  readonly body: RequestBody;
  /** Turn of the profile. It is disposed as soon as the response begins. */
  readonly turn: Disposable;
}

/**
 * Sends a request that is recorded as being sent, and shows a text while it arrives. Resolves to null if the user did
 * not wait for the response, or if this process ended before the connection was made: then the task says so. Rejects
 * only when the signal aborts.
 */
export async function sendBody(watch: TaskWatch, { target, body, turn }: Sending): Promise<CallOutcome | null> {
  const { sendSignal, closing } = watch;
  const { gateway, gate, keys, outages } = watch.services;
  const { endpoint, modality, pollPath, body: json } = watch.task().request;
  const updates = showText(watch);
  const onText = (read: () => string): void => {
    // A text may take minutes, and its first word proves the key.
    keys.accept(watch.task().profile);
    gate.open(watch.task().profile);
    turn.dispose();
    updates.onText(read);
  };
  const dialect = findDialect(endpoint);
  const limitField = Object.keys(json).find((name) => /^max_(?:\w+_)?tokens$/.test(name)) ?? 'max_tokens';
  const options = { limitField, isStreamed: json['stream'] === true, makesImages: modality === 'image' };
  const choices = dialect === 'completions' ? Number(json['n']) || 1 : 1;
  const chat = dialect && { dialect, ...options, choices, onText };
  // A response may take minutes, and other tasks wait for the gateway. If submits reach it, queries do too.
  let wasSent = false;
  const onSent = (): void => {
    wasSent = true;
    for (const each of Object.values(outages)) each.reached(watch.gateway());
  };
  // `AbortSignal.any` leaks: long-lived sources retain every derived signal.
  const ended = new AbortController();
  const stop = (): void => ended.abort(sendSignal.reason);
  const close = (): void => {
    if (!wasSent) ended.abort(closing.reason);
  };
  if (sendSignal.aborted) stop();
  sendSignal.addEventListener('abort', stop, { once: true });
  closing.addEventListener('abort', close, { once: true });
  try {
    const call = {
      endpoint,
      body,
      request: json,
      idempotencyKey: watch.id,
      isSynchronous: pollPath === null,
      chat,
      onSent,
    };
    return await gateway.submit(target, call, ended.signal);
  } catch (error) {
    return await recordCut(watch, { error, wasSent });
  } finally {
    sendSignal.removeEventListener('abort', stop);
    closing.removeEventListener('abort', close);
    updates.stop();
  }
}

/** Records a request whose call this process has ended, and throws if the watch was given up. */
async function recordCut(
  watch: TaskWatch,
  { error, wasSent }: { readonly error: unknown; readonly wasSent: boolean },
): Promise<null> {
  const { signal, sendSignal, closing } = watch;
  const { text, state } = watch.task();
  const kept = text === null || text === '' ? {} : { text };
  if (!wasSent && (sendSignal.aborted || closing.aborted)) {
    await watch.record({ kind: 'postponed', error: notSent, mayBeCharged: false });
    return null;
  }
  if (sendSignal.aborted && !signal.aborted) {
    // The gateway continues with the request although the user does not wait.
    await watch.changeAnyway({ kind: 'unconfirmed', error: { code: 'send-stopped', message: '' }, ...kept });
    return null;
  }
  // The task ends as after a restart. The text is kept, because it may be charged.
  if (text !== null && state === 'sending') {
    await watch.record({ kind: 'unconfirmed', error: { code: 'no-answer', message: '' }, text });
  }
  throw error;
}
