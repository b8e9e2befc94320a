import type { Disposable } from '../../support/disposable.ts';
import { buildChatCall } from './chatCall.ts';
import type { GatewayTarget, RequestBody, SubmitOutcome } from '../gatewayPort.ts';
import { createTextParts, createTextUpdates, type TextUpdates } from './textUpdates.ts';
import { gatewayOf, type Watch } from '../watch.ts';

/**
 * `given-up`: the user did not wait for the response, or this process ended before the connection was made. `text` is
 * the part of the response that had arrived.
 */
export type SendOutcome =
  SubmitOutcome | { readonly kind: 'given-up'; readonly wasSent: boolean; readonly text: string | null };

/** Interval at which a growing text is recorded, so that it survives the end of this process. */
const keepMs = 2_000;

export interface Sending {
  readonly target: GatewayTarget;
  readonly body: RequestBody;
  /** Turn of the profile. It is disposed as soon as the response begins. */
  readonly turn: Disposable;
}

/**
 * Sends a request that is recorded as being sent, and shows a text while it arrives. Rejects only when the signal
 * aborts. The received text is then kept, because it may be charged.
 */
export async function sendBody(watch: Watch, { target, body, turn }: Sending): Promise<SendOutcome> {
  const { ports, gate, signal, sendSignal, closing, entry } = watch;
  const { request, profile } = entry().task;
  const updates = showText(watch);
  const chat = buildChatCall(request, (read) => {
    // A text may take minutes, and its first word proves the key.
    gate.open(profile);
    turn.dispose();
    updates.onText(read);
  });
  // A response may take minutes, and other tasks wait for the gateway. If submits reach it, queries do too.
  let wasSent = false;
  const onSent = (): void => {
    wasSent = true;
    for (const outages of Object.values(watch.outages)) outages.answered(gatewayOf(watch));
  };
  const call = { endpoint: request.endpoint, body, isSynchronous: request.pollPath === null, chat, onSent };
  const unsent = new AbortController();
  const end = (): void => {
    if (!wasSent) unsent.abort(closing.reason);
  };
  closing.addEventListener('abort', end, { once: true });
  try {
    return await ports.gateway.submit(target, call, AbortSignal.any([sendSignal, unsent.signal]));
  } catch (error) {
    if (!wasSent && (sendSignal.aborted || closing.aborted)) return { kind: 'given-up', wasSent, text: null };
    if (sendSignal.aborted && !signal.aborted) return { kind: 'given-up', wasSent, text: entry().task.text };
    await keepText(watch);
    throw error;
  } finally {
    closing.removeEventListener('abort', end);
    updates.stop();
  }
}

function showText({ ports, store, entry }: Watch): TextUpdates {
  const { id } = entry().task;
  const isSending = (): boolean => entry().task.state === 'sending';
  const nextPart = createTextParts();
  const shown = createTextUpdates(ports.clock, (text) => {
    if (isSending()) void store.changeAnyway(id, { kind: 'streamed', text });
  });
  const kept = createTextUpdates(
    ports.clock,
    (text) => {
      if (isSending()) void store.changeAnyway(id, { kind: 'kept', ...nextPart(text) });
    },
    keepMs,
  );
  return {
    onText(read) {
      shown.onText(read);
      kept.onText(read);
    },
    stop() {
      shown.stop();
      kept.stop();
    },
  };
}

/** Ends the task as it would end after a restart, because its response is incomplete. */
async function keepText({ store, entry }: Watch): Promise<void> {
  const { id, text, state } = entry().task;
  if (text === null || state !== 'sending') return;
  await store.changeAnyway(id, { kind: 'unconfirmed', error: { code: 'no-answer', message: '' }, text });
}
