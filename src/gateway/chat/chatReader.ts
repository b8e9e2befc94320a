import { redactBriefly } from '../../core/support/redact.ts';
import type { SubmitOutcome } from '../../core/task/gatewayPort.ts';
import { parseAnswer } from '../wire/parseAnswer.ts';
import { readArray, readObject } from '../wire/readWire.ts';
import { createBodyReader, type BodyEvent } from './bodyReader.ts';
import {
  buildDeliveries,
  createChatAnswer,
  endAnswer,
  hasContent,
  readAnswerText,
  takeNews,
  type ChatAnswer,
  type ChatFault,
} from './chatAnswer.ts';
import type { ChatNews } from './chatNews.ts';
import { readChatEvent } from './readChatEvent.ts';

/** Reads the answer of a chat endpoint, streamed or not, whatever its content type says. */
export interface ChatReader {
  /** Answers true when the gateway has said that nothing more is to come. */
  receive(chunk: Buffer): boolean;
  /** What there is of the text, without images. */
  readonly text: () => string;
  end(options: { readonly isWhole: boolean }): ChatEnd;
}

export type ChatEnd =
  | Extract<SubmitOutcome, { kind: 'delivered' | 'failed' }>
  /** It broke off before it was complete. */
  | { readonly kind: 'broken-off'; readonly text: string }
  /** No answer of a chat: for whoever else may understand it. */
  | { readonly kind: 'other'; readonly body: Buffer };

export interface ChatReaderOptions {
  /** It is images that are asked for, so links lead to them. */
  readonly takesLinks: boolean;
  /** The text has grown. */
  readonly onText: () => void;
}

export function createChatReader({ takesLinks, onText }: ChatReaderOptions): ChatReader {
  const answer = createChatAnswer({ takesLinks });
  const take = (news: readonly ChatNews[]): void => {
    for (const each of news) takeNews(answer, each);
    if (news.some(({ kind }) => kind === 'text' || kind === 'whole-text')) onText();
  };
  const body = createBodyReader((event) => take(readEvent(event)));
  return {
    receive(chunk) {
      body.receive(chunk);
      return answer.isEnded;
    },
    text: () => readAnswerText(answer),
    end({ isWhole }) {
      body.end();
      const isStream = body.isStream();
      if (!isStream && isWhole) take(readWhole(body.body()));
      // A plain end of the stream is an end; one that broke after its last word is as good.
      const isDone = answer.isComplete || (isWhole && hasContent(answer));
      endAnswer(answer, { isWhole: isDone });
      // An image that was asked for and is here is the result, whatever came after it.
      const hasResult = takesLinks && answer.images.list().length > 0;
      if (answer.fault && !hasResult) return buildFailure(answer, answer.fault);
      if (isDone || hasResult) return buildDelivered(answer);
      return isWhole ? { kind: 'other', body: body.body() } : { kind: 'broken-off', text: readAnswerText(answer) };
    },
  };
}

/** Events that say the same thing in pieces, or several things at once, have been seen. */
function readEvent({ name, data }: BodyEvent): readonly ChatNews[] {
  const text = data.trim();
  if (text === '[DONE]') return [{ kind: 'end' }];
  const whole = readObject(parseAnswer(text));
  if (whole) return readChatEvent(name !== null && whole['type'] === undefined ? { ...whole, type: name } : whole);
  if (text.includes('\n')) return text.split('\n').flatMap((line) => readEvent({ name, data: line }));
  return name === 'error' && text !== '' ? [{ kind: 'fault', code: null, message: redactBriefly(text) }] : [];
}

/** A whole answer with choices is complete, also one that is empty and does not say why it ends. */
function readWhole(body: Buffer): readonly ChatNews[] {
  const root = readObject(parseAnswer(body.toString('utf8')));
  if (!root) return [];
  const isComplete = readArray(root['choices']).length > 0;
  return [...readChatEvent(root), ...(isComplete ? [{ kind: 'complete' } as const] : [])];
}

function buildDelivered(answer: ChatAnswer): ChatEnd {
  const text = readAnswerText(answer).trim();
  const { amountUsd } = answer;
  return { kind: 'delivered', amountUsd, deliveries: buildDeliveries(answer), text: text === '' ? null : text };
}

function buildFailure(answer: ChatAnswer, { code, message }: ChatFault): ChatEnd {
  return { kind: 'failed', code, message, text: readAnswerText(answer).trim(), amountUsd: answer.amountUsd };
}
