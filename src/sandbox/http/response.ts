import { stringifyJson, type JsonValue } from '../../core/support/json/json.ts';

type Headers = Readonly<Record<string, string>>;

/** The response of the gateway to one request, before faults are applied and before it is sent. */
export interface GatewayResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;
  readonly sizeBytes: number;
}

export function textResponse(status: number, text: string, headers: Headers = {}): GatewayResponse {
  const sizeBytes = Buffer.byteLength(text);
  return { status, headers: { 'content-length': String(sizeBytes), ...headers }, body: [text], sizeBytes };
}

export function jsonResponse(status: number, value: JsonValue, headers: Headers = {}): GatewayResponse {
  return textResponse(status, stringifyJson(value), { 'content-type': 'application/json; charset=utf-8', ...headers });
}

/** Builds a stream of server-sent events. Each one ends with an empty line, and is sent after a pause. */
export function eventResponse(events: readonly string[], pause: () => Promise<void>): GatewayResponse {
  const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' };
  return { status: 200, headers, body: atPace(events, pause), sizeBytes: Buffer.byteLength(events.join('')) };
}

async function* atPace(events: readonly string[], pause: () => Promise<void>): AsyncGenerator<string> {
  for (const event of events) {
    await pause();
    yield event;
  }
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
export function errorResponse(status: number, code: string, message: string, headers: Headers = {}): GatewayResponse {
  return jsonResponse(status, { error: { code, message, type: 'sandbox_error' } }, headers);
}

/** The times of responses are in seconds. */
export function toUnixSeconds(timeMs: number): number {
  return Math.floor(timeMs / 1000);
}
