import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { EventBody } from './response.ts';
import type { Sending } from './sending.ts';

/** Sends a stream at its pace. Resolves when the last event is sent or the caller has disconnected. */
export async function sendEvents(response: ServerResponse, { head, body, fault }: Sending<EventBody>): Promise<void> {
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
