import { Readable } from 'node:stream';
import { stringifyJson, type JsonValue } from '../../core/support/json/json.ts';

/** The response of the gateway to one request, before faults are applied and before it is sent. */
export interface GatewayResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}

type Body = WholeBody | EventBody;

/** Bytes to send. Their number is known before the first one is read. */
export interface WholeBody {
  readonly kind: 'whole';
  readonly sizeBytes: number;
  /** Streams the first `countBytes`. */
  open(countBytes: number): Readable;
}

/** Server-sent events, spread over time. */
export interface EventBody {
  readonly kind: 'events';
  /** Each event ends with an empty line. */
  readonly events: readonly string[];
  /** Duration from the first event to the last, in ms. */
  readonly durationMs: number;
  /** The event of a failed stream. */
  readonly failure: string;
}

/** The text is sent as UTF-8. */
export function textBody(text: string): WholeBody {
  const bytes = Buffer.from(text);
  const open = (countBytes: number): Readable => Readable.from([bytes.subarray(0, countBytes)]);
  return { kind: 'whole', sizeBytes: bytes.length, open };
}

export function jsonResponse(status: number, value: JsonValue): GatewayResponse {
  const body = textBody(stringifyJson(value));
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body };
}

export function eventResponse(body: Omit<EventBody, 'kind'>): GatewayResponse {
  const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' };
  return { status: 200, headers, body: { kind: 'events', ...body } };
}

/** Formats one server-sent event. `name` is left out if the API format has none. */
export function formatEvent(data: JsonValue, name?: string): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${stringifyJson(data)}\n\n`;
}

/** Builds the TaskErrorResponse of the interface specification. */
export function taskError(status: number, code: string, message: string): GatewayResponse {
  return jsonResponse(status, { code, message, data: null });
}

/** Builds the ErrorResponse, whose fields the interface specification leaves open, in the form of such gateways. */
export function errorResponse(status: number, code: string, message: string): GatewayResponse {
  return jsonResponse(status, { error: { code, message, type: 'sandbox_error' } });
}
