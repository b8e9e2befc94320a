import type { Disposable } from '../../support/disposable.ts';
import { buildChatCall } from './chatCall.ts';
import type { GatewayTarget, RequestBody, SubmitOutcome } from '../gatewayPort.ts';
import { createTextParts } from './textParts.ts';
import { createTextUpdates, type TextUpdates } from './textUpdates.ts';
import { gatewayOf, type Watch } from '../watch.ts';

/** `given-up`: a person did not wait for the answer; `text` is what there was of it. */
export type SendOutcome = SubmitOutcome | { readonly kind: 'given-up'; readonly text: string | null };

/** Between two records of a text, so that the end of this process does not take it along. */
const keepMs = 2_000;

export interface Sending {
  readonly target: GatewayTarget;
  readonly body: RequestBody;
  /** Of the profile; let go as soon as the answer has begun. */
  readonly turn: Disposable;
}

/**
 * Sends a request that is written down as being sent, and shows a text while it arrives. Rejects only when the signal
 * aborts; what there is of a text is kept then, for it may be charged.
 */
export async function sendBody(watch: Watch, { target, body, turn }: Sending): Promise<SendOutcome> {
  const { ports, gate, signal, sendSignal, entry } = watch;
  const { request, profile } = entry().task;
  const updates = showText(watch);
  const chat = buildChatCall(request, (read) => {
    // A text is minutes long, and its first word proves the key.
    gate.open(profile);
    turn.dispose();
    updates.onText(read);
  });
  // A response may take minutes, and other tasks wait for the gateway. Where submits get through, queries do too.
  const onSent = (): void => {
    for (const outages of Object.values(watch.outages)) outages.answered(gatewayOf(watch));
  };
  const call = { endpoint: request.endpoint, body, isSynchronous: request.pollPath === null, chat, onSent };
  try {
    return await ports.gateway.submit(target, call, sendSignal);
  } catch (error) {
    if (sendSignal.aborted && !signal.aborted) return { kind: 'given-up', text: entry().task.text };
    await keepText(watch);
    throw error;
  } finally {
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

/** What would be said after a restart of a task whose answer nobody has seen to its end. */
async function keepText({ store, entry }: Watch): Promise<void> {
  const { id, text, state } = entry().task;
  if (text === null || state !== 'sending') return;
  await store.changeAnyway(id, { kind: 'unconfirmed', error: { code: 'no-answer', message: '' }, text });
}
