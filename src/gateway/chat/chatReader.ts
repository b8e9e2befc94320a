import { redactBriefly } from '../../core/support/text/redact.ts';
import type { SubmitOutcome } from '../../core/task/gatewayPort.ts';
import { parseResponse } from '../wire/parseResponse.ts';
import { readArray, readObject } from '../wire/readWire.ts';
import { createBodyReader, type BodyEvent } from './bodyReader.ts';
import {
  buildDeliveries,
  createChatResponse,
  endResponse,
  hasContent,
  readResponseText,
  applyUpdate,
  type ChatResponse,
  type ChatFailure,
} from './chatResponse.ts';
import type { ChatUpdate } from './chatUpdate.ts';
import { readChatEvent } from './readChatEvent.ts';

/** Reads the response of a chat endpoint, streamed or not, regardless of its content type. */
export interface ChatReader {
  /** Returns true when the gateway has said that nothing more follows. */
  receive(chunk: Buffer): boolean;
  /** The text so far, without images. */
  readonly text: () => string;
  end(options: { readonly isWhole: boolean }): ChatEnd;
}

export type ChatEnd =
  | Extract<SubmitOutcome, { kind: 'delivered' | 'failed' }>
  /** The response broke off before it was complete. */
  | { readonly kind: 'broken-off'; readonly text: string }
  /** The body is not a chat response. Another parser may understand it. */
  | { readonly kind: 'other'; readonly body: Buffer };

export interface ChatReaderOptions {
  /** Whether the request is for images, so that links lead to images. */
  readonly takesLinks: boolean;
  /** Called when the text has grown. */
  readonly onText: () => void;
}

export function createChatReader({ takesLinks, onText }: ChatReaderOptions): ChatReader {
  const response = createChatResponse({ takesLinks });
  const take = (updates: readonly ChatUpdate[]): void => {
    for (const each of updates) applyUpdate(response, each);
    if (updates.some(({ kind }) => kind === 'text' || kind === 'whole-text')) onText();
  };
  const body = createBodyReader((event) => take(readEvent(event)));
  return {
    receive(chunk) {
      body.receive(chunk);
      return response.isEnded;
    },
    text: () => readResponseText(response),
    end({ isWhole }) {
      body.end();
      const isStream = body.isStream();
      if (!isStream && isWhole) take(readWhole(body.body()));
      // A stream that ends normally is complete. A stream that breaks after its content is complete counts as well.
      const isDone = response.isComplete || (isWhole && hasContent(response));
      endResponse(response, { isWhole: isDone });
      // An image that was requested and has arrived is the result, whatever followed it.
      const hasResult = takesLinks && response.images.list().length > 0;
      if (response.failure && !hasResult) return buildFailure(response, response.failure);
      if (isDone || hasResult) return buildDelivered(response);
      return isWhole ? { kind: 'other', body: body.body() } : { kind: 'broken-off', text: readResponseText(response) };
    },
  };
}

/** Reads one event. Observed: one value split over several lines, and several values in one event. */
function readEvent({ name, data }: BodyEvent): readonly ChatUpdate[] {
  const text = data.trim();
  if (text === '[DONE]') return [{ kind: 'end' }];
  const whole = readObject(parseResponse(text));
  if (whole) return readChatEvent(name !== null && whole['type'] === undefined ? { ...whole, type: name } : whole);
  if (text.includes('\n')) return text.split('\n').flatMap((line) => readEvent({ name, data: line }));
  return name === 'error' && text !== '' ? [{ kind: 'failure', code: null, message: redactBriefly(text) }] : [];
}

/** A whole response with choices is complete, even if it is empty or does not say why it ends. */
function readWhole(body: Buffer): readonly ChatUpdate[] {
  const root = readObject(parseResponse(body.toString('utf8')));
  if (!root) return [];
  const isComplete = readArray(root['choices']).length > 0;
  return [...readChatEvent(root), ...(isComplete ? [{ kind: 'complete' } as const] : [])];
}

function buildDelivered(response: ChatResponse): ChatEnd {
  const text = readResponseText(response).trim();
  const { amountUsd } = response;
  return { kind: 'delivered', amountUsd, deliveries: buildDeliveries(response), text: text === '' ? null : text };
}

function buildFailure(response: ChatResponse, { code, message }: ChatFailure): ChatEnd {
  return { kind: 'failed', code, message, text: readResponseText(response).trim(), amountUsd: response.amountUsd };
}
