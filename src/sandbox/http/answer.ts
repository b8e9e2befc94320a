import { Readable } from 'node:stream';

/** What the gateway says to one request, before faults and before it is on the wire. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}

/** Bytes to send: their number is known before the first one is read. */
export interface Body {
  readonly sizeBytes: number;
  /** Streams the first `countBytes`. */
  open(countBytes: number): Readable;
}

/** Sent as UTF-8. */
export function textBody(text: string): Body {
  const bytes = Buffer.from(text);
  return { sizeBytes: bytes.length, open: (countBytes) => Readable.from([bytes.subarray(0, countBytes)]) };
}

/** Keys with the value undefined are left out. */
export function jsonAnswer(status: number, value: unknown): Answer {
  const body = textBody(JSON.stringify(value));
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body };
}

/** The TaskErrorResponse of the interface specification. */
export function taskError(status: number, code: string, message: string): Answer {
  return jsonAnswer(status, { code, message, data: null });
}

/** The ErrorResponse, whose fields the interface specification leaves open, in the shape that such gateways use. */
export function errorAnswer(status: number, code: string, message: string): Answer {
  return jsonAnswer(status, { error: { code, message, type: 'sandbox_error' } });
}
