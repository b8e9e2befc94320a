import { createParser } from 'eventsource-parser';
import { redactBriefly } from '../../core/support/text/redact.ts';
import type { GatewayResult } from '../../core/task/gatewayPort.ts';
import type { ToldRefusal } from '../../core/task/model/codeOfRefusal.ts';
import { parseResponse } from '../wire/parseResponse.ts';
import { parseObject } from '../wire/wireObject.ts';
import {
  applyUpdate,
  buildAsideText,
  buildDeliveries,
  buildResponseText,
  createChatResponse,
  endResponse,
  findCut,
  hasContent,
  isComplete,
  type ChatRequest,
  type ChatResponse,
} from './chatResponse.ts';
import { type ChatUpdate, parseChatEvent } from './parseChatEvent.ts';

export type ChatEnd =
  | ({ readonly kind: 'result' } & GatewayResult)
  /** An error in place of the rest of the response. `text` is what arrived before. */
  | ({ readonly kind: 'failed'; readonly text: string } & ToldRefusal)
  /** The response broke off before it was complete. */
  | { readonly kind: 'broken-off'; readonly text: string; readonly amountUsd: number | null }
  /** The body is not a chat response. Another parser may understand it. */
  | { readonly kind: 'other'; readonly body: Buffer };

interface ChatReaderOptions extends ChatRequest {
  /** Removes secrets from a text before a part of it is cut off. */
  readonly hide: (text: string) => string;
  readonly onText: () => void;
}

/** Parses the response of a chat endpoint, streamed or not, regardless of its content type. */
export function createChatReader({ hide, onText, ...request }: ChatReaderOptions) {
  const response = createChatResponse(request);
  const take = (updates: readonly ChatUpdate[]): void => {
    for (const each of updates) applyUpdate(response, each);
    if (updates.some(({ kind }) => kind === 'text' || kind === 'whole-text')) onText();
  };
  const body = createBodyReader((event) => take(parseEvent(event, hide)));
  return {
    receive(chunk: Buffer): boolean {
      body.receive(chunk);
      return isComplete(response);
    },
    text: (): string => buildResponseText(response),
    end({ isWhole }: { readonly isWhole: boolean }): ChatEnd {
      body.end();
      const isJson = isWhole && !body.isStream();
      if (isJson) take(parseWhole(hide(body.body().toString('utf8'))));
      // JSON is whole, whatever it says. A stream that breaks after its content is complete is whole as well.
      if (isJson && hasContent(response)) take([{ kind: 'end' }]);
      const isDone = isComplete(response) || (isWhole && hasContent(response));
      endResponse(response, { isWhole: isDone });
      // An image that has arrived is kept, whatever followed it.
      const hasImages = response.images.list().length > 0;
      const text = buildResponseText(response).trim() || buildAsideText(response);
      const { failure, amountUsd } = response;
      if (failure && !hasImages) return { ...failure, kind: 'failed', text, amountUsd };
      if (isDone || hasImages) return buildResult(response, text);
      if (isWhole) return { kind: 'other', body: body.body() };
      return { kind: 'broken-off', text: buildResponseText(response) || text, amountUsd };
    },
  };
}

/** Parses one event. Observed: one value split over several lines, and several values in one event. */
function parseEvent({ name, data }: BodyEvent, hide: ChatReaderOptions['hide']): readonly ChatUpdate[] {
  const text = data.trim();
  if (text === '[DONE]') return [{ kind: 'end' }];
  const whole = parseObject(parseResponse(hide(text)));
  if (whole) return parseChatEvent(name !== null && whole['type'] === undefined ? { ...whole, type: name } : whole);
  if (text.includes('\n')) return text.split('\n').flatMap((line) => parseEvent({ name, data: line }, hide));
  return name === 'error' && text !== '' ? [{ kind: 'failure', code: null, message: redactBriefly(hide(text)) }] : [];
}

/** A whole response with choices is complete, even if it has none or does not say why it ends. */
function parseWhole(text: string): readonly ChatUpdate[] {
  const root = parseObject(parseResponse(text));
  if (!root) return [];
  const isEnd = root['choices'] === null || Array.isArray(root['choices']);
  return [...parseChatEvent(root), ...(isEnd ? [{ kind: 'end' } as const] : [])];
}

function buildResult(response: ChatResponse, text: string): ChatEnd {
  const deliveries = buildDeliveries(response);
  const cut = findCut(response, { isEmpty: deliveries.length === 0 });
  return { kind: 'result', amountUsd: response.amountUsd, deliveries, text: text || null, ...(cut ? { cut } : {}) };
}

interface BodyEvent {
  /** Value of the `event:` line. Null without one. */
  readonly name: string | null;
  readonly data: string;
}

/** Limit of one event in UTF-16 units. An image in base64 is sent in one piece. */
const maxEventLength = 64 * 1024 * 1024;

/** Bytes of a stream that are kept to describe it if nothing in it can be read. */
const keptBytes = 4_096;

/** Matches the start of a line of an event stream. The content type is often wrong, so it is not used. */
const streamStart = /^(?:data|event|id|retry)?:/;
const couldBeStart = /^(?:d(?:a(?:t(?:a)?)?)?|e(?:v(?:e(?:n(?:t)?)?)?)?|id?|r(?:e(?:t(?:r(?:y)?)?)?)?)?$/;

/** Reports the events of a stream, and keeps any other body whole. `receive` throws if an event is too long. */
export function createBodyReader(onEvent: (event: BodyEvent) => void, maxLength = maxEventLength) {
  const decoder = new TextDecoder();
  let isCutOff = false;
  const parser = createParser({
    onEvent: ({ event, data }) => onEvent({ name: event ?? null, data }),
    maxBufferSize: maxLength,
    onError({ type }) {
      if (type !== 'max-buffer-size-exceeded') return;
      isCutOff = true;
      throw new Error(`An event of the stream is longer than ${maxLength} characters`);
    },
  });
  const chunks: Buffer[] = [];
  let bytes = 0;
  let start = '';
  let kind: 'unknown' | 'stream' | 'whole' = 'unknown';

  const keep = (chunk: Buffer): void => {
    if (kind === 'stream' && bytes >= keptBytes) return;
    chunks.push(chunk);
    bytes += chunk.length;
  };
  const decide = (text: string): void => {
    // A response may begin with any number of spaces and a byte order mark, which have no meaning.
    start = (start + text).trimStart();
    if (streamStart.test(start)) {
      kind = 'stream';
      parser.feed(start);
    } else if (!couldBeStart.test(start)) kind = 'whole';
  };
  return {
    receive(chunk: Buffer): void {
      keep(chunk);
      if (kind === 'whole') return;
      const text = decoder.decode(chunk, { stream: true });
      if (kind === 'stream') parser.feed(text);
      else decide(text);
    },
    /** Must be called after the last chunk. The last event may lack its empty line. */
    end(): void {
      if (kind === 'stream' && !isCutOff) parser.feed(`${decoder.decode()}\n\n`);
    },
    /** The whole body if it is not an event stream. Otherwise its start, for the log or for another parser. */
    body: (): Buffer => Buffer.concat(chunks),
    isStream: (): boolean => kind === 'stream',
  };
}
