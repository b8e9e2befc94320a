import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { Server, type AddressInfo } from 'node:net';

/** What the fake returns for one call. */
export type ScriptedAnswer =
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** An object is sent as JSON. */
      readonly body?: unknown;
      /** Awaited before the response is sent. */
      readonly after?: Promise<void>;
    }
  /**
   * Sends the pieces one after the other, each when the previous one is sent, and then ends, drops the connection or
   * waits.
   */
  | {
      readonly pieces: readonly string[];
      readonly headers?: Readonly<Record<string, string>>;
      readonly ending?: 'end' | 'drop' | 'stall';
    }
  /** Ends the connection without a response. */
  | 'drop'
  /** Sends the headers of a success, half a body, and ends the connection. */
  | 'drop-inside-body'
  /** Like `ok`, with a server error. */
  | 'drop-inside-error'
  /** Promises more bytes than it sends, and ends the connection. */
  | 'too-short'
  /** Sends endless spaces, more than any response may have. */
  | 'endless'
  /** Never responds. */
  | 'stall';

export interface ScriptedCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ScriptedGateway {
  readonly url: string;
  readonly calls: readonly ScriptedCall[];
  /** The calls so far, such as `POST /v1/music/generations`. */
  readonly lines: () => readonly string[];
  /** Sets the responses to `METHOD /path` from now on, in order. The last one is repeated. */
  script(call: string, ...answers: readonly ScriptedAnswer[]): void;
  /** Number of connections so far. */
  connections(): number;
  /** The largest number of concurrent API calls. Downloads are not included. */
  mostAtOnce(): number;
  /** Makes the gateway unreachable: connections end, and new ones are refused. */
  leave(): Promise<void>;
  /** Refuses new connections, as if the gateway had left. The present ones continue. */
  refuseConnections(): void;
  /** Makes the gateway reachable again, at the same address. */
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

/** Responds to calls without a script. `url` is the gateway's own. */
export type AnswerOthers = (call: ScriptedCall, url: string) => ScriptedAnswer;

const withoutScript: ScriptedAnswer = { status: 404, body: 'no script' };

/** Starts a real server on loopback that responds as a test tells it, and remembers its calls. */
export async function startScriptedGateway(answerOthers: AnswerOthers = () => withoutScript): Promise<ScriptedGateway> {
  const calls: ScriptedCall[] = [];
  const scripts = new Map<string, ScriptedAnswer[]>();
  let [underWay, mostAtOnce] = [0, 0];
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/files/') !== true) {
      underWay += 1;
      mostAtOnce = Math.max(mostAtOnce, underWay);
      response.once('close', () => void (underWay -= 1));
    }
    void answerCall(request, response);
  });
  let connections = 0;
  server.on('connection', () => void (connections += 1));
  const answerCall = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request);
    const { method = '', url: path = '', headers } = request;
    const call = { method, path, headers, body };
    calls.push(call);
    const answers = scripts.get(`${method} ${path}`) ?? [];
    await send(response, (answers.length > 1 ? answers.shift() : answers[0]) ?? answerOthers(call, url));
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const leave = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    url,
    calls,
    lines: () => calls.map(({ method, path }) => `${method} ${path}`),
    script: (call, ...answers) => void scripts.set(call, [...answers]),
    connections: () => connections,
    mostAtOnce: () => mostAtOnce,
    leave,
    // The method of an HTTP server would also end the idle connections.
    refuseConnections: () => void Server.prototype.close.call(server),
    comeBack: () => new Promise((resolve) => void server.listen(port, '127.0.0.1', () => resolve())),
    close: leave,
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
  return body;
}

async function send(response: ServerResponse, answer: ScriptedAnswer): Promise<void> {
  if (answer === 'stall') return;
  if (answer === 'endless') return sendEndless(response);
  if (answer === 'drop') {
    response.socket?.destroy();
    return;
  }
  if (answer === 'drop-inside-body' || answer === 'too-short' || answer === 'drop-inside-error') {
    const headers = answer === 'too-short' ? { 'content-length': '100' } : {};
    response.writeHead(answer === 'drop-inside-error' ? 500 : 200, { 'content-type': 'application/json', ...headers });
    response.write('{"half": ', () => response.socket?.destroy());
    return;
  }
  if ('pieces' in answer) return sendPieces(response, answer);
  const { status = 200, headers = {}, body = '', after } = answer;
  await after;
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  response.writeHead(status, { ...(isRaw ? {} : { 'content-type': 'application/json' }), ...headers });
  response.end(isRaw ? body : JSON.stringify(body));
}

async function sendEndless(response: ServerResponse): Promise<void> {
  const blanks = Buffer.alloc(4 * 1024 * 1024, ' ');
  response.writeHead(200, { 'content-type': 'application/json' });
  while (!response.destroyed) {
    // Only the end of the connection ends this, and it ends the wait for room, too.
    await new Promise<void>((resolve) => {
      response.once('close', resolve);
      response.write(blanks, () => {
        response.off('close', resolve);
        resolve();
      });
    });
  }
}

async function sendPieces(
  response: ServerResponse,
  { pieces, headers, ending = 'end' }: Extract<ScriptedAnswer, { pieces: unknown }>,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', ...headers });
  for (const piece of pieces) {
    await new Promise((resolve) => response.write(piece, resolve));
    await new Promise(setImmediate);
  }
  if (ending === 'end') response.end();
  if (ending === 'drop') response.socket?.destroySoon();
}
