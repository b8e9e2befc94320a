import { json, type ApiResponse } from './apiMessages.ts';
import type { MannerOf } from './manners.ts';
import type { Random } from './random.ts';

/** What a gateway returns for a chat. */
interface Chat {
  readonly response: ApiResponse;
  /** The text that arrives. Empty if none does. */
  readonly text: string;
  /** Whether the response contains the amount, which is at its end. */
  readonly hasEnd: boolean;
  /** Whether the text is not all that the model would have written. */
  readonly isCut: boolean;
}

interface ChatOptions {
  readonly manner: MannerOf<'chat'> | null;
  /** The amount as the gateway writes it. Undefined if it does not. */
  readonly amount: unknown;
  readonly random: Random;
}

interface Form {
  readonly words: 'all' | 'some' | 'none';
  /** Why the text ends. Null if the stream does not say so. */
  readonly reason: string | null;
  readonly last: string | null;
}

const forms: Readonly<Record<MannerOf<'chat'> | 'usual', Form>> = {
  usual: { words: 'all', reason: 'stop', last: '[DONE]' },
  empty: { words: 'none', reason: 'content_filter', last: '[DONE]' },
  'cut short': { words: 'some', reason: null, last: null },
  'cut at a limit': { words: 'some', reason: 'length', last: '[DONE]' },
  'ended by an error': { words: 'some', reason: null, last: '{"error":{"message":"overloaded"}}' },
  'never closed': { words: 'all', reason: 'stop', last: null },
};

const wordCount = 4;

/** Answers a chat with a stream of events, or with an object if it has no text. */
export function answerChat(prompt: string, { manner, amount, random }: ChatOptions): Chat {
  const { words, reason, last } = forms[manner ?? 'usual'];
  const counts = { all: wordCount, some: 1 + random.below(wordCount - 1), none: 0 };
  const pieces = Array.from({ length: counts[words] }, (_, n) => `${prompt}-${n} `);
  const facts = { text: pieces.join(''), hasEnd: reason !== null, isCut: words === 'some' };
  const blocked = [{ index: 0, message: { role: 'assistant', content: '' }, finish_reason: reason }];
  const choices = manner === 'empty' ? random.pick([null, [], blocked, 'streamed'] as const) : 'streamed';
  if (choices !== 'streamed') return { response: json({ id: 'chatcmpl-9', choices, amount_usd: amount }), ...facts };
  const deltas = pieces.map((content) => ({ choices: [{ index: 0, delta: { content } }] }));
  const end = [{ choices: [{ index: 0, delta: {}, finish_reason: reason }] }, { choices: [], amount_usd: amount }];
  const events = [...deltas, ...(facts.hasEnd ? end : [])].map((event) => JSON.stringify(event));
  const lines = [...events, ...(last === null ? [] : [last])].map((event) => `data: ${event}\n\n`);
  const headers = { 'content-type': 'text/event-stream' };
  const response = { status: 200, headers, body: Buffer.from(lines.join('')), afterMs: 0 };
  return { response: manner === 'never closed' ? { ...response, staysOpen: true } : response, ...facts };
}
