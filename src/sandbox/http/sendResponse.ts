import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { assertNever } from '../../core/support/assertNever.ts';
import type { SandboxFault } from './fault.ts';
import { textBody, type EventBody, type GatewayResponse, type WholeBody } from './response.ts';

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

/** Faults of sending a response, not of its content. */
type SendFault = Exclude<SandboxFault, { kind: 'answer' }>;

/** A response whose status and headers are being sent, with the fault for the rest. */
interface Sending<SentBody> {
  readonly head: Pick<GatewayResponse, 'status' | 'headers'>;
  readonly body: SentBody;
  readonly fault: Exclude<SendFault['kind'], 'stall' | 'drop-before-answer'> | null;
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

/** Sends a stream at its pace. Resolves when the last event is sent or the caller has disconnected. */
async function sendEvents(response: ServerResponse, { head, body, fault }: Sending<EventBody>): Promise<void> {
  response.writeHead(head.status, head.headers);
  response.flushHeaders();
  if (fault === 'drop-before-body') {
    response.socket?.destroySoon();
    return;
  }
  await writeAtPace(response, cutAt(body, fault), body.durationMs);
  if (fault === 'stall-inside-body') return;
  // Without the last chunk of the transfer coding, the caller sees that the body is incomplete.
  if (fault === 'drop-inside-body' || fault === 'wrong-length') response.socket?.destroySoon();
  else response.end();
}

/** Returns the part of a stream that is sent: all of it, or its first half and what the fault adds. */
function cutAt({ events, failure }: EventBody, fault: Sending<EventBody>['fault']): readonly string[] {
  const middle = Math.floor(events.length / 2);
  const half = events.slice(0, middle);
  const next = events[middle] ?? '';
  switch (fault) {
    case 'drop-inside-body':
    case 'stall-inside-body':
      // Cut inside an event, because connections break there.
      return [...half, next.slice(0, Math.ceil(next.length / 2))];
    case 'error-inside-stream':
      return [...half, failure];
    default:
      return events;
  }
}

/** A timer takes at least a millisecond, so an event that is due earlier is sent without waiting. */
const shortestWaitMs = 2;

async function writeAtPace(response: ServerResponse, pieces: readonly string[], durationMs: number): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const startMs = performance.now();
  for (const [index, piece] of pieces.entries()) {
    const waitMs = startMs + (durationMs * index) / pieces.length - performance.now();
    if (waitMs >= shortestWaitMs) await setTimeout(waitMs, undefined, { signal: gone.signal }).catch(() => undefined);
    if (gone.signal.aborted) return;
    response.write(piece);
  }
}

/** Builds the response of a scripted fault. */
export function scriptedResponse(fault: Extract<SandboxFault, { kind: 'answer' }>): GatewayResponse {
  return { status: fault.status, headers: fault.headers ?? {}, body: textBody(fault.body) };
}
