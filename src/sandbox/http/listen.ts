import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { baseUrlOf, readBody, type Call, type CallHead } from './call.ts';
import { cutToHalf, editBody, type SandboxCall, type SandboxFault } from './fault.ts';
import { errorResponse, textResponse, type GatewayResponse } from './response.ts';

/** Refuses a call by its head, for example for a missing key, or returns what handles it when its body is read. */
export type Gateway = (head: CallHead) => GatewayResponse | ((call: Call) => Promise<GatewayResponse>);

/** `fault` and `onCall` are those of `SandboxOptions`. */
interface ListenOptions {
  readonly port: number;
  readonly gateway: Gateway;
  readonly fault: ((call: SandboxCall) => SandboxFault | undefined) | undefined;
  readonly onCall: ((call: SandboxCall) => void) | undefined;
}

/** Serves only on 127.0.0.1. Rejects if the port is taken. `close` ends open connections, and is called once. */
export async function listen({ port, ...options }: ListenOptions) {
  // A broken connection is left to the caller, and any other error becomes a 500.
  const server = createServer((request, response) => {
    respond(request, response, options).catch((error: unknown) => sendFailure(response, error));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    close(): Promise<void> {
      const closed = server[Symbol.asyncDispose]();
      server.closeAllConnections();
      return closed;
    },
  };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { gateway, fault, onCall }: Omit<ListenOptions, 'port'>,
): Promise<void> {
  const { method = 'GET', url = '/', headers } = request;
  const head = { method, path: url.replace(/\?.*/s, ''), headers };
  const port = String(request.socket.localPort);
  // A page whose name was made to resolve to this machine sends that name, so other names are refused.
  const isOurName = [`http://127.0.0.1:${port}`, `http://localhost:${port}`].includes(baseUrlOf(head));
  const refusal = 'The sandbox is called by 127.0.0.1 or localhost, with its port.';
  const handle = isOurName ? gateway(head) : errorResponse(421, 'unknown_host', refusal);
  if (typeof handle !== 'function') {
    onCall?.({ ...head, body: null });
    return send(response, handle);
  }
  const call = { ...head, body: method === 'POST' ? await readBody(request) : undefined };
  const seen = { ...call, body: call.body ?? null };
  onCall?.(seen);
  const injected = fault?.(seen);
  if (injected?.kind !== 'answer') return send(response, await handle(call), injected?.kind);
  if (injected.isCarriedOut && method === 'POST') await handle(call);
  return send(response, textResponse(injected.status, injected.body, injected.headers));
}

/** Rejects if the connection breaks before everything is sent. */
async function send(response: ServerResponse, answer: GatewayResponse, fault?: SandboxFault['kind']): Promise<void> {
  if (fault === 'drop-before-answer') {
    response.destroy();
    return;
  }
  const { status, headers, body } = editBody(answer, fault);
  response.writeHead(status, headers);
  response.flushHeaders();
  if (fault !== 'drop-inside-body') return pipeline(body, response);
  await pipeline(cutToHalf(answer), response, { end: false });
  // Not `destroy`: what is written so far must arrive.
  response.socket?.destroySoon();
}

async function sendFailure(response: ServerResponse, error: unknown): Promise<void> {
  try {
    if (response.headersSent || response.destroyed) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    await send(response, errorResponse(500, 'internal_error', `The sandbox could not respond: ${reason}`));
  } catch {
    response.destroy();
  }
}
