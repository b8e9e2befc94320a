import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { assertNever } from '../../core/support/assertNever.ts';
import type { SandboxFault } from './fault.ts';
import { textBody, type GatewayResponse, type WholeBody } from './response.ts';
import { sendEvents } from './sendEvents.ts';
import type { SendFault, Sending } from './sending.ts';

/** Builds the response of a scripted fault. */
export function scriptedResponse(fault: Extract<SandboxFault, { kind: 'answer' }>): GatewayResponse {
  return { status: fault.status, headers: fault.headers ?? {}, body: textBody(fault.body) };
}

/** Rejects if the connection breaks before everything is sent. */
export async function sendResponse(
  response: ServerResponse,
  { body, ...head }: GatewayResponse,
  fault?: SendFault,
): Promise<void> {
  if (fault?.kind === 'stall') return;
  if (fault?.kind === 'drop-before-answer') {
    response.destroy();
    return;
  }
  if (body.kind === 'events') await sendEvents(response, { head, body, fault: fault?.kind ?? null });
  else await sendWhole(response, { head, body, fault: fault?.kind ?? null });
}

async function sendWhole(response: ServerResponse, { head, body, fault }: Sending<WholeBody>): Promise<void> {
  switch (fault) {
    case null:
    // A body in one piece has no event.
    case 'error-inside-stream':
      response.writeHead(head.status, { 'content-length': body.sizeBytes, ...head.headers });
      if (response.req.method === 'HEAD') response.end();
      else await pipeline(body.open(body.sizeBytes), response);
      return;
    case 'drop-before-body':
      return sendPart(response, { head, body, sentBytes: 0, end: 'drop' });
    case 'drop-inside-body':
      return sendPart(response, { head, body, sentBytes: Math.floor(body.sizeBytes / 2), end: 'drop' });
    case 'stall-inside-body':
      return sendPart(response, { head, body, sentBytes: Math.floor(body.sizeBytes / 2), end: 'stall' });
    case 'wrong-length':
      return sendPart(response, { head, body, sentBytes: body.sizeBytes, surplusBytes: 16, end: 'drop' });
    default:
      assertNever(fault);
  }
}

interface PartialBody extends Omit<Sending<WholeBody>, 'fault'> {
  readonly sentBytes: number;
  /** Bytes that the header announces and that are never sent. */
  readonly surplusBytes?: number;
  readonly end: 'drop' | 'stall';
}

async function sendPart(response: ServerResponse, part: PartialBody): Promise<void> {
  const { head, body, sentBytes, surplusBytes = 0, end } = part;
  response.writeHead(head.status, { ...head.headers, 'content-length': body.sizeBytes + surplusBytes });
  response.flushHeaders();
  if (sentBytes > 0) await pipeline(body.open(sentBytes), response, { end: false });
  // Not `destroy`: what is written so far must arrive.
  if (end === 'drop') response.socket?.destroySoon();
}
