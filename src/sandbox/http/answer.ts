import { Readable } from 'node:stream';
import { stringifyJson, type JsonValue } from '../../core/support/json.ts';

/** What the gateway says to one request, before faults and before it is on the wire. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}

export type Body = WholeBody | EventBody;

/** Bytes to send: their number is known before the first one is read. */
export interface WholeBody {
  readonly kind: 'whole';
  readonly sizeBytes: number;
  /** Streams the first `countBytes`. */
  open(countBytes: number): Readable;
}

/** Server-sent events, spread over time. */
export interface EventBody {
  readonly kind: 'events';
  /** Each with the empty line that ends it. */
  readonly events: readonly string[];
  /** From the first event to the last. */
  readonly durationMs: number;
  /** The event that would say that the stream failed. */
  readonly failure: string;
}

/** Sent as UTF-8. */
export function textBody(text: string): WholeBody {
  const bytes = Buffer.from(text);
  const open = (countBytes: number): Readable => Readable.from([bytes.subarray(0, countBytes)]);
  return { kind: 'whole', sizeBytes: bytes.length, open };
}

export function jsonAnswer(status: number, value: JsonValue): Answer {
  const body = textBody(stringifyJson(value));
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body };
}

export function eventAnswer(body: Omit<EventBody, 'kind'>): Answer {
  const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' };
  return { status: 200, headers, body: { kind: 'events', ...body } };
}

/** One server-sent event; `name` is left out where the dialect has none. */
export function formatEvent(data: JsonValue, name?: string): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${stringifyJson(data)}\n\n`;
}

/** The TaskErrorResponse of the interface specification. */
export function taskError(status: number, code: string, message: string): Answer {
  return jsonAnswer(status, { code, message, data: null });
}

/** The ErrorResponse, whose fields the interface specification leaves open, in the shape that such gateways use. */
export function errorAnswer(status: number, code: string, message: string): Answer {
  return jsonAnswer(status, { error: { code, message, type: 'sandbox_error' } });
}
