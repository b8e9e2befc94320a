import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createChatReader, type ChatEnd } from '../../../../src/gateway/chat/chatReader.ts';

export interface ReadOptions {
  readonly takesLinks?: boolean;
  readonly isWhole?: boolean;
  readonly choices?: number;
  /** Number of bytes that are read at once. */
  readonly step?: number;
}

export function read(
  body: string | Buffer,
  { takesLinks = false, isWhole = true, choices = 1, step = Infinity }: ReadOptions = {},
): ChatEnd {
  const reader = createChatReader({ takesLinks, choices, sent: [], hide: (text) => text, onText: () => undefined });
  const bytes = Buffer.from(body);
  for (let at = 0; at < bytes.length; at += step) reader.receive(bytes.subarray(at, at + step));
  return reader.end({ isWhole });
}

/** Returns what was received, with media as their size and type. */
export function project(end: ChatEnd): unknown {
  if (end.kind === 'other') return { kind: 'other' };
  if (end.kind !== 'result') {
    const { amountUsd, ...rest } = end;
    return amountUsd === null ? rest : end;
  }
  const sources = end.deliveries.map(({ source }) => {
    if (source.kind === 'bytes') return `${source.bytes.length} bytes ${source.mediaType ?? '?'}`;
    return source.kind === 'url' ? source.url : { markdown: source.text };
  });
  return {
    text: end.text,
    sources,
    amountUsd: end.amountUsd,
    ...(end.cut ? { cut: [end.cut.code, end.cut.message] } : {}),
  };
}

export const said = (text: string, amountUsd: number | null = null): object => ({
  text,
  sources: [{ markdown: `${text}\n` }],
  amountUsd,
});
export const cutShort = (text: string): object => ({ ...said(text), cut: ['cut-short', ''] });
/** A response without a result, and what came instead. */
export const without = (reason: string, text: string | null = null, amountUsd: number | null = null): object => ({
  text,
  sources: [],
  amountUsd,
  cut: ['no-result', reason],
});

export const sse = (...events: readonly unknown[]): string =>
  events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`).join('');
export const named = (...events: readonly ({ readonly type: string } & Readonly<Record<string, unknown>>)[]): string =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
export const delta = (content: unknown, more: object = {}): object => ({
  choices: [{ index: 0, delta: { content, ...more } }],
});
export const stop = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
export const png = `data:image/png;base64,${Buffer.alloc(6, 1).toString('base64')}`;
export const jpeg = `data:image/jpeg;base64,${Buffer.alloc(9, 2).toString('base64')}`;

export interface Row extends ReadOptions {
  readonly title: string;
  readonly body: string;
  readonly expected: unknown;
}

/** One test for each row: read at once, and byte by byte. */
export function testRows(kind: string, rows: readonly Row[]): void {
  for (const { title, body, expected, ...options } of rows) {
    test(`${kind}: ${title}`, () => {
      assert.deepEqual(project(read(body, options)), expected);
      assert.deepEqual(project(read(body, { ...options, step: 1 })), expected, 'byte by byte');
    });
  }
}
