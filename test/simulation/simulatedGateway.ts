import { createHash } from 'node:crypto';
import { makePng, makeWav } from '../fakes/media/media.ts';
import type { Random } from './random.ts';
import type { VirtualTime } from './virtualTime.ts';

/** A request as a gateway reads it. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** How long the gateway works before it responds. */
  readonly afterMs: number;
}

/** A request that the gateway works on, or has worked on. It is charged if it succeeds. */
export interface LedgerEntry {
  readonly prompt: string;
  /** Null for a call whose response is the result. */
  readonly taskId: string | null;
  readonly amountUsd: number;
  readonly doneAt: number;
  readonly isFailure: boolean;
}

/** How a gateway refuses all calls for a while. For `vague`, work is begun and charged, but no id is returned. */
export const refusals = [
  'limited',
  'unavailable',
  'key',
  'quota',
  'rejecting',
  'moved',
  'vague',
  'forgetful',
  'without results',
] as const;
export type Refusal = (typeof refusals)[number];

/** A gateway that remembers what it has charged. */
export interface SimulatedGateway {
  readonly origin: string;
  readonly ledger: readonly LedgerEntry[];
  /** How often the gateway has said that it does not know a task, by id. */
  readonly unknowns: ReadonlyMap<string, number>;
  /** Queries for tasks of another gateway. */
  readonly strangeQueries: readonly string[];
  answer(request: ApiRequest): ApiResponse;
  refuse: Refusal | null;
}

export interface SimulatedGatewayOptions {
  readonly origin: string;
  readonly time: VirtualTime;
  readonly random: Random;
}

export function amountOf(prompt: string): number {
  return prompt.startsWith('chat') ? 0.003 : 0.04;
}

/** Returns the kind of a prompt. Prompts of one kind go to one model, and cost the same. */
function kindOf(prompt: string): string {
  return prompt.split(' ')[0] ?? '';
}

/** Equal for prompts whose requests differ in nothing that may cost: a clip has an image, too. */
export function alikeOf(prompt: string): string {
  return `${kindOf(prompt)}${prompt.endsWith(' clip') ? ' clip' : ''}`;
}

const files = new Map<string, readonly Buffer[]>();

/**
 * Returns the files that a request results in. Two tasks with one prompt have different images and songs, as on a real
 * gateway.
 */
export function filesOf(prompt: string, taskId: string | null): readonly Buffer[] {
  const key = `${prompt} ${taskId ?? ''}`;
  const made = files.get(key) ?? makeFiles(prompt, key);
  files.set(key, made);
  return made;
}

function makeFiles(prompt: string, key: string): readonly Buffer[] {
  const kind = kindOf(prompt);
  if (kind === 'chat') return [Buffer.from(`${wordsOf(prompt).join('').trim()}\n`)];
  if (kind === 'song') return clipsOf(key).flatMap(({ bytes, lyrics }) => [bytes, Buffer.from(`${lyrics}\n`)]);
  // Two results of one story must differ, and there are only 256 shades, so the size differs too.
  const [shade = 0, wide = 0, high = 0] = createHash('sha256').update(key).digest();
  return [makePng({ shade, width: 1 + (wide % 32), height: 1 + (high % 32) })];
}

/** A song has two results, each with its lyrics. */
function clipsOf(key: string): readonly { readonly bytes: Buffer; readonly lyrics: string }[] {
  return [1, 2].map((number) => ({
    bytes: Buffer.concat([makeWav(0), Buffer.from(`${key} ${number}`)]),
    lyrics: `la la ${key} ${number}`,
  }));
}

function wordsOf(prompt: string): readonly string[] {
  return Array.from({ length: 4 }, (_, n) => `${prompt}-${n} `);
}

export function createSimulatedGateway({ origin, time, random }: SimulatedGatewayOptions): SimulatedGateway {
  const ledger: LedgerEntry[] = [];
  const strangeQueries: string[] = [];
  const unknowns = new Map<string, number>();
  const begin = (prompt: string, taskId: string | null, durationMs: number): LedgerEntry => {
    const isFailure = taskId !== null && random.chance(0.08);
    const entry = {
      prompt,
      taskId,
      amountUsd: isFailure ? 0 : amountOf(prompt),
      doneAt: time.now() + durationMs,
      isFailure,
    };
    ledger.push(entry);
    return entry;
  };
  const answerPost = (body: string): ApiResponse => {
    if (gateway.refuse === 'limited') {
      // After more than ten minutes, the engine gives up.
      const seconds = random.chance(0.05) ? 700 : 1 + random.below(40);
      const headers = random.chance(0.5) ? { 'retry-after': String(seconds) } : {};
      return json({ code: 'rate_limited', message: 'later' }, { status: 429, headers });
    }
    if (gateway.refuse === 'unavailable') return json({ code: 'busy', message: 'later' }, { status: 503 });
    if (gateway.refuse === 'key') return json({ code: 'unauthorized', message: 'bad key' }, { status: 401 });
    if (gateway.refuse === 'quota') return json({ code: 'insufficient_user_quota', message: 'no' }, { status: 402 });
    if (gateway.refuse === 'rejecting') return json({ code: 'bad_request', message: 'no' }, { status: 400 });
    if (gateway.refuse === 'moved')
      return json({}, { status: 302, headers: { location: 'https://elsewhere.example' } });
    const prompt = promptOf(body);
    const isLong = random.chance(0.2);
    if (prompt.startsWith('chat')) {
      const durationMs = random.between(500, isLong ? 60_000 : 4_000);
      begin(prompt, null, durationMs);
      return { ...streamOf(prompt), afterMs: durationMs };
    }
    if (prompt.startsWith('inline')) {
      const durationMs = random.between(1_000, isLong ? 100_000 : 9_000);
      begin(prompt, null, durationMs);
      const data = filesOf(prompt, null).map((bytes) => ({ b64_json: bytes.toString('base64') }));
      return json({ created: 1, data, amount_usd: amountOf(prompt) }, { afterMs: durationMs });
    }
    const id = `t${ledger.length + 1}-${random.hex(2)}`;
    if (gateway.refuse === 'vague') {
      begin(prompt, null, 1_000);
      return json({ status: 'queued' });
    }
    begin(prompt, id, random.between(1_000, isLong ? 200_000 : 20_000));
    return json({ id, task_id: id, status: 'queued', progress: 0 }, { afterMs: random.between(50, 2_000) });
  };
  const resultsOf = ({ prompt, taskId }: LedgerEntry): object => {
    const urlOf = (file: number): string => `${origin}/files/${taskId}/${file}`;
    if (kindOf(prompt) !== 'song') return { url: urlOf(0) };
    const clips = clipsOf(`${prompt} ${taskId ?? ''}`);
    return { data: clips.map(({ lyrics }, at) => ({ url: urlOf(2 * at), title: 'Sea', lyrics })) };
  };
  const answerGet = (path: string): ApiResponse => {
    if (gateway.refuse === 'key') return json({ code: 'unauthorized', message: 'bad key' }, { status: 401 });
    const [, part, id, file = '0'] = /\/(files|generations)\/([^/.]+)(?:\/(\d+))?/.exec(path) ?? [];
    const entry = ledger.find(({ taskId }) => taskId !== null && taskId === id);
    if (!entry || (gateway.refuse === 'forgetful' && part === 'generations')) {
      if (!entry && part !== undefined) strangeQueries.push(path);
      unknowns.set(id ?? '', (unknowns.get(id ?? '') ?? 0) + 1);
      return json({ code: 'task_not_exist', message: 'no such task' }, { status: 400 });
    }
    if (part === 'files') {
      const isSong = kindOf(entry.prompt) === 'song';
      return {
        status: 200,
        headers: { 'content-type': isSong ? 'audio/wav' : 'image/png' },
        body: filesOf(entry.prompt, entry.taskId)[Number(file)] ?? Buffer.alloc(0),
        afterMs: 20,
      };
    }
    if (time.now() < entry.doneAt) return json({ code: 'success', data: { task_id: id, status: 'running' } });
    const failed = { status: 'failed', error: { code: 'moderated', message: 'no' }, amount_usd: 0 };
    const results = gateway.refuse === 'without results' ? {} : resultsOf(entry);
    const done = { status: 'succeeded', ...results, error: null, amount_usd: entry.amountUsd };
    return json({ code: 'success', data: { task_id: id, ...(entry.isFailure ? failed : done) } });
  };
  const gateway: SimulatedGateway = {
    origin,
    ledger,
    strangeQueries,
    unknowns,
    refuse: null,
    answer: ({ method, path, body }) => (method === 'POST' ? answerPost(body) : answerGet(path)),
  };
  return gateway;
}

export function json(
  body: object,
  { status = 200, headers = {}, afterMs = 30 }: Partial<Omit<ApiResponse, 'body'>> = {},
): ApiResponse {
  const text = JSON.stringify(body);
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: Buffer.from(text), afterMs };
}

function streamOf(prompt: string): Omit<ApiResponse, 'afterMs'> {
  const deltas = wordsOf(prompt).map((content) => ({ choices: [{ index: 0, delta: { content } }] }));
  const events = [...deltas, { choices: [], amount_usd: amountOf(prompt) }].map((event) => JSON.stringify(event));
  const text = [...events, '[DONE]'].map((event) => `data: ${event}\n\n`).join('');
  return { status: 200, headers: { 'content-type': 'text/event-stream' }, body: Buffer.from(text) };
}

export function promptOf(body: string | Readonly<Record<string, unknown>>): string {
  const fields = (typeof body === 'string' ? JSON.parse(body) : body) as Readonly<Record<string, unknown>>;
  const [message] = (fields['messages'] ?? []) as readonly { readonly content?: unknown }[];
  return String(fields['prompt'] ?? message?.content);
}
