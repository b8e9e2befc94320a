import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/index.ts';

export interface Arranged {
  readonly sandbox: Sandbox;
  readonly dataDir: string;
  /** Calls the API with the key. `body` is sent as JSON. */
  readonly call: (path: string, body?: unknown) => Promise<Response>;
  /**
   * Submits, lets the task's time pass and returns the `data` of its query, or the query of a video, which has none.
   */
  readonly finish: (path: string, body: unknown) => Promise<FinishedTask>;
  /** Lets this time pass on the only clock of the sandbox. */
  readonly pass: (durationMs: number) => void;
  /** Reads the balance in USD, of this server or of another one. */
  readonly readBalance: (server?: Sandbox) => Promise<number>;
  /** Starts another server on the same folder and clock. */
  readonly startAnother: () => Promise<Sandbox>;
}

export interface FinishedTask {
  readonly task_id: string;
  readonly status: string;
  readonly url?: string;
  readonly data?: readonly { readonly url: string; readonly duration: number }[];
  /** The files of a video. */
  readonly results?: readonly { readonly url: string }[];
  readonly amount_usd?: number;
  readonly metadata?: { readonly seed?: number };
}

/**
 * A sandbox that makes small media, with its own folder and a clock that does not run. It is closed when the test ends.
 */
export async function arrangeSandbox(t: TestContext, options: Partial<SandboxOptions> = {}): Promise<Arranged> {
  const dataDir = await mkdtemp(join(tmpdir(), 'genwright-sandbox-'));
  const open: Sandbox[] = [];
  const { draft = true, ...rest } = options;
  let nowMs = Date.UTC(2026, 0, 15);
  t.after(async () => {
    await Promise.all(open.map((each) => each.close()));
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });
  const start = async (): Promise<Sandbox> => {
    // Without the option, the sandbox makes the media that a user gets.
    const size = draft ? { draft } : {};
    const started = await startSandbox({ dataDir, now: () => nowMs, ...rest, ...size });
    open.push(started);
    return started;
  };
  const sandbox = await start();
  const call = (path: string, body?: unknown): Promise<Response> => callSandbox(sandbox, path, body);
  const pass = (durationMs: number): void => void (nowMs += durationMs);
  const readBalance = async (server = sandbox): Promise<number> => {
    const body = (await (await callSandbox(server, '/api/usage/token/user-balance')).json()) as {
      data: { balance_usd: number };
    };
    return body.data.balance_usd;
  };
  const finish = async (path: string, body: unknown): Promise<FinishedTask> => {
    const { task_id: id } = (await (await call(path, body)).json()) as { task_id: string };
    pass(60_000);
    const answer = (await (await call(`${path}/${id}`)).json()) as FinishedTask & { readonly data: FinishedTask };
    return path === '/v1/videos' ? answer : answer.data;
  };
  return { sandbox, dataDir, call, finish, pass, readBalance, startAnother: start };
}

export function callSandbox({ url, key }: Sandbox, path: string, body?: unknown): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return fetch(
    `${url}${path}`,
    body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
  );
}

export const imagePath = '/v1/images/generations';
export const musicPath = '/v1/music/generations';
export const speechPath = '/v1/audio/speech';

export const image = { model: 'seedream-5-0-260128', prompt: 'A lighthouse at dawn', size: '2K' };
export const music = { model: 'sonic', prompt: '[Verse]\nThe boats come home', tags: 'indie folk' };
export const speech = { model: 'seed-tts-2.0', voice: 'narrator-warm', text: 'Hello there.' };
