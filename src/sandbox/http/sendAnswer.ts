import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { assertNever } from '../../core/support/assertNever.ts';
import type { SandboxFault } from '../index.ts';
import { textBody, type Answer } from './answer.ts';

/** Faults that spoil the sending of an answer, as opposed to its content. */
export type SendFault = Exclude<SandboxFault, { kind: 'answer' }>;

/** Makes the answer that a scripted fault asks for. */
export function scriptedAnswer(fault: Extract<SandboxFault, { kind: 'answer' }>): Answer {
  return { status: fault.status, headers: fault.headers ?? {}, body: textBody(fault.body) };
}

/** Rejects when the connection breaks before everything is sent. */
export async function sendAnswer(response: ServerResponse, answer: Answer, fault?: SendFault): Promise<void> {
  if (!fault) return sendWhole(response, answer);
  switch (fault.kind) {
    case 'drop-before-answer':
      response.destroy();
      return undefined;
    case 'drop-before-body':
      return sendPart(response, answer, { sentBytes: 0 });
    case 'drop-inside-body':
      return sendPart(response, answer, { sentBytes: Math.floor(answer.body.sizeBytes / 2) });
    case 'wrong-length':
      return sendPart(response, answer, { sentBytes: answer.body.sizeBytes, surplusBytes: 16 });
    case 'stall':
      return undefined;
    default:
      return assertNever(fault);
  }
}

async function sendWhole(response: ServerResponse, { status, headers, body }: Answer): Promise<void> {
  response.writeHead(status, { 'content-length': body.sizeBytes, ...headers });
  if (response.req.method === 'HEAD') response.end();
  else await pipeline(body.open(body.sizeBytes), response);
}

async function sendPart(
  response: ServerResponse,
  { status, headers, body }: Answer,
  { sentBytes, surplusBytes = 0 }: { sentBytes: number; surplusBytes?: number },
): Promise<void> {
  response.writeHead(status, { ...headers, 'content-length': body.sizeBytes + surplusBytes });
  response.flushHeaders();
  if (sentBytes > 0) await pipeline(body.open(sentBytes), response, { end: false });
  // Not `destroy`: what was written so far shall arrive.
  response.socket?.destroySoon();
}
