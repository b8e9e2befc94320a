import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

export type FileAnswer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server on loopback that sends one response after the other, whatever is requested. The last one is repeated. */
export interface FileServer {
  readonly url: string;
  /** `range` and `if-range` of each request. */
  readonly asked: readonly (readonly [string | undefined, string | undefined])[];
  respond(...answers: readonly FileAnswer[]): void;
}

export async function startFileServer(context: TestContext): Promise<FileServer> {
  const asked: [string | undefined, string | undefined][] = [];
  let answers: FileAnswer[] = [];
  const server = createServer((request, response) => {
    const ifRange = request.headers['if-range'];
    asked.push([request.headers.range, typeof ifRange === 'string' ? ifRange : undefined]);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    answer?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/a.png`,
    asked,
    respond: (...given) => void (answers = [...given]),
  };
}

/** Responds with these headers and bytes, and ends the connection. */
export function breakOff(status: number, headers: Record<string, string | number>, bytes: Uint8Array): FileAnswer {
  return (_request, response) => {
    response.writeHead(status, headers);
    response.write(bytes, () => setImmediate(() => response.socket?.destroy()));
  };
}

export function sendWhole(status: number, headers: Record<string, string | number>, bytes: Uint8Array): FileAnswer {
  return (_request, response) => {
    response.writeHead(status, { 'content-length': bytes.length, ...headers });
    response.end(bytes);
  };
}
