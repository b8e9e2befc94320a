import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SandboxCall, SandboxFault } from '../index.ts';
import { errorAnswer, type Answer } from './answer.ts';
import { readCall, type Call } from './readCall.ts';
import { scriptedAnswer, sendAnswer } from './sendAnswer.ts';

/** Answers one call. `baseUrl` is that of the server that was asked. */
export type Answerer = (call: Call, context: { readonly baseUrl: string }) => Promise<Answer>;

/** `fault` and `onCall` are those of `SandboxOptions`. */
export interface ListenOptions {
  readonly port: number;
  readonly answer: Answerer;
  readonly fault: ((call: SandboxCall) => SandboxFault | undefined) | undefined;
  readonly onCall: ((call: SandboxCall) => void) | undefined;
}

/** `close` ends open connections; calling it twice is harmless. */
export interface LoopbackServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves on 127.0.0.1 only. Rejects when the port is taken. */
export async function listen(options: ListenOptions): Promise<LoopbackServer> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const respond = createResponder(options, { baseUrl: url });
  server.on('request', (request, response) => void respond(request, response));
  return { url, close: () => closeServer(server) };
}

/** Never rejects: a broken connection is the caller's business, anything else becomes a 500. */
function createResponder({ answer, fault, onCall }: ListenOptions, context: Parameters<Answerer>[1]) {
  const counts = new Map<string, number>();
  const answerTo = async (call: Call): Promise<{ answer: Answer; fault: SandboxFault | undefined }> => {
    const route = `${call.method} ${call.path}`;
    const count = counts.get(route) ?? 0;
    counts.set(route, count + 1);
    const seen = { ...call, body: call.body.kind === 'json' ? call.body.value : null, count };
    onCall?.(seen);
    const wanted = fault?.(seen);
    if (wanted?.kind === 'answer') return { answer: scriptedAnswer(wanted), fault: wanted };
    return { answer: await answer(call, context), fault: wanted };
  };
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const { answer, fault } = await answerTo(await readCall(request));
      await sendAnswer(response, answer, fault?.kind === 'answer' ? undefined : fault);
    } catch (error) {
      await sendFailure(response, error);
    }
  };
}

async function sendFailure(response: ServerResponse, error: unknown): Promise<void> {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const reason = error instanceof Error ? error.message : String(error);
  try {
    await sendAnswer(response, errorAnswer(500, 'internal_error', `The sandbox could not answer: ${reason}`));
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
