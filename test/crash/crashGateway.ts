import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makePng, makeWav } from '../fakes/media/media.ts';

export type Mishap = 'unavailable' | 'limited' | 'no-answer';

export interface CrashGatewayOptions {
  /** Awaited before each response to a call with this method. */
  readonly delay?: (method: string) => Promise<void>;
  /** What happens to a POST. Null: it gets through. */
  readonly mishap?: () => Mishap | null;
}

/** A gateway that remembers what it was asked to make, and so what it has charged. */
export interface CrashGateway {
  readonly url: string;
  /** How often the work of each prompt was begun: it is charged each time. */
  readonly taken: ReadonlyMap<string, number>;
  /** Number of POST calls, accepted or not. */
  readonly postCount: () => number;
  close(): Promise<void>;
}

/** Returns the bytes of each file that results from a prompt, in the order of their names. */
export function filesOf(prompt: string): readonly Buffer[] {
  const shade = createHash('sha256').update(prompt).digest()[0] ?? 0;
  if (prompt === 'song') return [makeWav(1), Buffer.from('la la\n'), makeWav(2), Buffer.from('lo lo\n')];
  if (prompt === 'inline') return [makePng({ shade }), makePng({ shade: shade ^ 1 })];
  if (prompt === 'chat') return [Buffer.from(`${words.join('').trim()}\n`)];
  return [makePng({ shade })];
}

const words = Array.from({ length: 6 }, (_, n) => `word-${n} `);

/** Returns what the work of a prompt costs, in USD. */
function amountOf(prompt: string): number {
  return prompt === 'chat' ? 0.003 : 0.04;
}

export async function startCrashGateway({ delay, mishap }: CrashGatewayOptions = {}): Promise<CrashGateway> {
  const taken = new Map<string, number>();
  const prompts: string[] = [];
  let postCount = 0;
  const answerPost = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request);
    if (body === null) return;
    postCount += 1;
    const prompt = promptOf(body);
    const befalls = mishap?.() ?? null;
    if (befalls === 'unavailable') return sendJson(response, { code: 'busy', message: 'later' }, 503);
    if (befalls === 'limited') return sendJson(response, { code: 'slow', message: 'later' }, 429);
    taken.set(prompt, (taken.get(prompt) ?? 0) + 1);
    if (befalls === 'no-answer') return void response.socket?.destroy();
    await delay?.('POST');
    if (prompt === 'chat') return sendStream(response);
    if (prompt === 'inline') {
      const data = filesOf(prompt).map((bytes) => ({ b64_json: bytes.toString('base64') }));
      return sendJson(response, { created: 1, data, amount_usd: amountOf(prompt) });
    }
    const id = `t${prompts.push(prompt)}`;
    return sendJson(response, { id, task_id: id, status: 'queued', progress: 0 });
  };
  const answerGet = async (path: string, response: ServerResponse): Promise<void> => {
    await delay?.('GET');
    const [, part, number = '', file = '0'] = /\/(files|generations)\/t?(\d+)(?:\/(\d+))?$/.exec(path) ?? [];
    const prompt = prompts[Number(number) - 1];
    if (prompt === undefined) return sendJson(response, { code: 'task_not_exist', message: path }, 404);
    if (part === 'files') return void response.end(filesOf(prompt)[Number(file)]);
    sendJson(response, { code: 'success', data: buildDone(prompt, `${url}/files/${number}`) });
  };
  const server = createServer((request, response) => {
    const { method, url: path = '' } = request;
    void (method === 'POST' ? answerPost(request, response) : answerGet(path, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    taken,
    postCount: () => postCount,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function buildDone(prompt: string, url: string): object {
  const head = { status: 'succeeded', error: null, amount_usd: amountOf(prompt) };
  if (prompt !== 'song') return { ...head, url: `${url}/0` };
  const clips = [
    { url: `${url}/0`, title: 'Sea', lyrics: 'la la' },
    { url: `${url}/2`, title: 'Sea', lyrics: 'lo lo' },
  ];
  return { ...head, data: clips };
}

function promptOf(body: string): string {
  const { prompt, messages } = JSON.parse(body) as { prompt?: string; messages?: { content: string }[] };
  return prompt ?? messages?.[0]?.content ?? '';
}

/** Null if the request ends in its middle, so that it was not read. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  try {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
    return body;
  } catch {
    return null;
  }
}

function sendJson(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

async function sendStream(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const deltas = words.map((content) => ({ choices: [{ index: 0, delta: { content } }] }));
  for (const event of [...deltas, { choices: [], amount_usd: amountOf('chat') }]) {
    response.write(`data: ${JSON.stringify(event)}\n\n`);
    await new Promise(setImmediate);
  }
  response.end('data: [DONE]\n\n');
}
