import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SandboxCall, SandboxFault } from './fault.ts';
import { noBody, readBody, parseHead, type Call, type CallHead } from './call.ts';
import { errorResponse, type GatewayResponse } from './response.ts';
import { scriptedResponse, sendResponse } from './sendResponse.ts';

export interface Gateway {
  /** Checks the head of a call, for example for a missing key. Null: the body may be read and the call handled. */
  refuse(head: CallHead): GatewayResponse | null;
  /** `baseUrl` is the URL of the server that received the call. */
  respond(call: Call, context: { readonly baseUrl: string }): Promise<GatewayResponse>;
}

/** `fault` and `onCall` are those of `SandboxOptions`. */
interface ListenOptions {
  readonly port: number;
  readonly gateway: Gateway;
  readonly fault: ((call: SandboxCall) => SandboxFault | undefined) | undefined;
  readonly onCall: ((call: SandboxCall) => void) | undefined;
}

/**
 * Serves only on 127.0.0.1. Rejects if the port is taken. `close` ends open connections. Calling it twice is harmless.
 */
export async function listen(options: ListenOptions) {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${String(port)}`;
  const respond = createResponder(options, { port, baseUrl: url });
  server.on('request', (request, response) => void respond(request, response));
  return { url, close: () => closeServer(server) };
}

/** Never rejects: a broken connection is left to the caller, and any other error becomes a 500. */
function createResponder(
  { gateway, ...hooks }: ListenOptions,
  { port, baseUrl }: { readonly port: number; readonly baseUrl: string },
) {
  // A page whose name was made to resolve to this machine sends that name, so other names are refused.
  const hosts = [`127.0.0.1:${String(port)}`, `localhost:${String(port)}`];
  const observe = createObserver(hooks);
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const head = parseHead(request);
    const refusal = hosts.includes(head.headers['host'] ?? '') ? gateway.refuse(head) : refuseHost();
    const call = { ...head, body: refusal ? noBody : await readBody(request) };
    const fault = observe(call);
    if (refusal) return sendResponse(response, refusal);
    if (fault?.kind === 'answer') return sendResponse(response, scriptedResponse(fault));
    return sendResponse(response, await gateway.respond(call, { baseUrl }), fault);
  };
  return (request: IncomingMessage, response: ServerResponse): Promise<void> =>
    respond(request, response).catch((error: unknown) => sendFailure(response, error));
}

function refuseHost(): GatewayResponse {
  return errorResponse(421, 'unknown_host', 'The sandbox is called by 127.0.0.1 or localhost, with its port.');
}

/** Passes calls to the hooks and returns the fault that they request. Without hooks, nothing is stored. */
function createObserver({ fault, onCall }: Pick<ListenOptions, 'fault' | 'onCall'>) {
  if (!fault && !onCall) return () => undefined;
  const counts = new Map<string, number>();
  return (call: Call): SandboxFault | undefined => {
    const route = `${call.method} ${call.path}`;
    const count = counts.get(route) ?? 0;
    counts.set(route, count + 1);
    const seen = { ...call, body: call.body.kind === 'json' ? call.body.value : null, count };
    onCall?.(seen);
    return fault?.(seen);
  };
}

async function sendFailure(response: ServerResponse, error: unknown): Promise<void> {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const reason = error instanceof Error ? error.message : String(error);
  try {
    await sendResponse(response, errorResponse(500, 'internal_error', `The sandbox could not respond: ${reason}`));
  } catch {
    response.destroy();
  }
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
