import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { makePng, makeWav } from '../fakes/media/media.ts';
import { json, type ApiRequest, type ApiResponse, type LedgerEntry } from './apiMessages.ts';
import { answerChat } from './chats.ts';
import { createManners, type Manners } from './manners.ts';
import type { Random } from './random.ts';
import type { VirtualTime } from './virtualTime.ts';

/** Refusals of a POST by an error object, with their statuses and codes. */
const errors = {
  limited: { status: 429, code: 'rate_limited' },
  unavailable: { status: 503, code: 'busy' },
  key: { status: 401, code: 'unauthorized' },
  quota: { status: 402, code: 'insufficient_user_quota' },
  rejecting: { status: 400, code: 'bad_request' },
} as const;
export const errorRefusals = Object.keys(errors) as readonly (keyof typeof errors)[];

/** How a gateway refuses all calls for a while. For `vague`, work is begun and charged, but no id is returned. */
export const refusals = [...errorRefusals, 'moved', 'vague', 'forgetful', 'without results'] as const;
export type Refusal = (typeof refusals)[number];

/** A gateway that remembers what it has charged. */
export interface SimulatedGateway {
  readonly origin: string;
  readonly ledger: readonly LedgerEntry[];
  /** The last responses in a row that said to a process that there is no such task, by id and process. */
  readonly unknowns: ReadonlyMap<string, Unknowns>;
  /** Queries for tasks of another gateway. */
  readonly strangeQueries: readonly string[];
  readonly manners: Manners;
  answer(request: ApiRequest): ApiResponse;
  refuse: Refusal | null;
  /** Whether errors have the status of a success, and their own in the body. */
  refusesInside: boolean;
}

interface Unknowns {
  readonly count: number;
  /** When the first one was given, in ms of the world. */
  readonly since: number;
}

export interface SimulatedGatewayOptions {
  readonly origin: string;
  readonly time: VirtualTime;
  readonly random: Random;
  readonly cover: (what: string) => void;
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

/** Returns the media that a request results in. Two tasks with one prompt have different ones, as on a real gateway. */
function makeMedia(prompt: string, taskId: string | null): readonly Buffer[] {
  const key = `${prompt} ${taskId ?? ''}`;
  const made = files.get(key) ?? makeNewMedia(prompt, key);
  files.set(key, made);
  return made;
}

function makeNewMedia(prompt: string, key: string): readonly Buffer[] {
  if (kindOf(prompt) === 'song')
    return clipsOf(key).flatMap(({ bytes, lyrics }) => [bytes, Buffer.from(`${lyrics}\n`)]);
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

/** Values of `amount_usd` that contain no amount. */
const oddAmounts = ['0.04 USD', '0,04', '1e999', '', 'free', -0.04, null, {}, [0.04], true] as const;

export function createSimulatedGateway({ origin, time, random, cover }: SimulatedGatewayOptions): SimulatedGateway {
  const ledger: LedgerEntry[] = [];
  const strangeQueries: string[] = [];
  const unknowns = new Map<string, Unknowns>();
  const answered = new Map<string, ApiResponse & { readonly work: LedgerEntry }>();
  const manners = createManners(time, random, cover);
  const nameAmount = (prompt: string): Pick<LedgerEntry, 'amountUsd' | 'named' | 'namedUsd'> => {
    const amountUsd = amountOf(prompt);
    const manner = manners.decide('amount');
    if (manner === null) return { amountUsd, named: amountUsd, namedUsd: amountUsd };
    if (manner === 'without an amount') return { amountUsd, named: undefined, namedUsd: null };
    if (random.chance(0.2)) return { amountUsd, named: String(amountUsd), namedUsd: amountUsd };
    return { amountUsd, named: random.pick(oddAmounts), namedUsd: null };
  };
  const begin = (prompt: string, durationMs: number, facts: Partial<LedgerEntry>): LedgerEntry => {
    const { taskId = null } = facts;
    const isFailure = taskId !== null && random.chance(0.08);
    const entry: LedgerEntry = {
      prompt,
      taskId,
      input: null,
      ...(isFailure ? { amountUsd: 0, named: 0, namedUsd: 0 } : nameAmount(prompt)),
      doneAt: time.now() + durationMs,
      isFailure,
      files: [],
      isCut: false,
      ...facts,
    };
    ledger.push(entry);
    return entry;
  };
  const refuse = (refusal: keyof typeof errors): ApiResponse => {
    const { status, code } = errors[refusal];
    if (gateway.refusesInside) {
      cover(`refusal ${refusal} inside a success`);
      const isOfVendor = refusal === 'rejecting' && random.chance(0.5);
      return json(isOfVendor ? { base_resp: { status_code: 2013, status_msg: 'no' } } : { code: status, msg: 'no' });
    }
    // After more than ten minutes, the engine gives up.
    const seconds = random.chance(0.05) ? 700 : 1 + random.below(40);
    const headers = refusal === 'limited' && random.chance(0.5) ? { 'retry-after': String(seconds) } : {};
    return json({ code, message: 'later' }, { status, headers });
  };
  const work = (body: string): ApiResponse & { readonly work: LedgerEntry } => {
    const { prompt, input } = readRequest(body);
    const isLong = random.chance(0.2);
    if (prompt.startsWith('chat')) {
      const afterMs = random.between(500, isLong ? 60_000 : 4_000);
      const amounts = nameAmount(prompt);
      const chat = answerChat(prompt, { manner: manners.decide('chat'), amount: amounts.named, random });
      const texts = chat.text === '' ? [] : [Buffer.from(`${chat.text.trim()}\n`)];
      const facts = { ...amounts, namedUsd: chat.hasEnd ? amounts.namedUsd : null, files: texts, isCut: chat.isCut };
      return { ...chat.response, afterMs, work: begin(prompt, afterMs, facts) };
    }
    if (prompt.startsWith('inline')) {
      const afterMs = random.between(1_000, isLong ? 100_000 : 9_000);
      const entry = begin(prompt, afterMs, { files: makeMedia(prompt, null) });
      const data = entry.files.map((bytes) => ({ b64_json: bytes.toString('base64') }));
      return { ...json({ created: 1, data, amount_usd: entry.named }, { afterMs }), work: entry };
    }
    const taskId = `t${ledger.length + 1}-${random.hex(2)}`;
    const facts = { taskId, input, files: makeMedia(prompt, taskId) };
    if (gateway.refuse === 'vague')
      return { ...json({ status: 'queued' }), work: begin(prompt, 1_000, { ...facts, taskId: null }) };
    const entry = begin(prompt, random.between(1_000, isLong ? 200_000 : 20_000), facts);
    const acknowledged = { id: taskId, task_id: taskId, status: 'queued', progress: 0 };
    return { ...json(acknowledged, { afterMs: random.between(50, 2_000) }), work: entry };
  };
  const answerPost = ({ body, idempotencyKey }: ApiRequest): ApiResponse => {
    if (gateway.refuse === 'moved')
      return json({}, { status: 302, headers: { location: 'https://elsewhere.example' } });
    if (gateway.refuse !== null && gateway.refuse in errors) return refuse(gateway.refuse as keyof typeof errors);
    const before = idempotencyKey === null ? undefined : answered.get(idempotencyKey);
    if (before) {
      cover('the same request again');
      // The result is there no earlier than the first time.
      return { ...before, afterMs: before.work.taskId === null ? Math.max(30, before.work.doneAt - time.now()) : 30 };
    }
    const response = work(body);
    if (idempotencyKey !== null) answered.set(idempotencyKey, response);
    return response;
  };
  const resultsOf = ({ prompt, taskId, input }: LedgerEntry): object => {
    const urlOf = (file: number): string => `${origin}/files/${taskId}/${file}`;
    if (kindOf(prompt) !== 'song') {
      const url = urlOf(0);
      if (input === null || !manners.decide('results')) return { url };
      return random.pick([
        { images: [input], url },
        { image_url: input, output: [url] },
        { images: [input], output: { url } },
      ]);
    }
    const clips = clipsOf(`${prompt} ${taskId ?? ''}`);
    return { data: clips.map(({ lyrics }, at) => ({ url: urlOf(2 * at), title: 'Sea', lyrics })) };
  };
  const answerFile = ({ prompt, files: media }: LedgerEntry, file: number): ApiResponse => {
    const isSong = kindOf(prompt) === 'song';
    return {
      status: 200,
      headers: { 'content-type': isSong ? 'audio/wav' : 'image/png' },
      body: media[file] ?? Buffer.alloc(0),
      afterMs: 20,
    };
  };
  const answerGet = ({ path, pid }: ApiRequest): ApiResponse => {
    if (gateway.refuse === 'key') return refuse('key');
    const [, part, id = '', file = '0'] = /\/(files|generations)\/([^/.]+)(?:\/(\d+))?/.exec(path) ?? [];
    const entry = ledger.find(({ taskId }) => taskId !== null && taskId === id);
    if (!entry || (gateway.refuse === 'forgetful' && part === 'generations')) {
      if (!entry && part !== undefined) strangeQueries.push(path);
      const { count, since } = unknowns.get(`${id} ${pid}`) ?? { count: 0, since: time.now() };
      unknowns.set(`${id} ${pid}`, { count: count + 1, since });
      return json({ code: 'task_not_exist', message: 'no such task' }, { status: 400 });
    }
    if (part === 'files') return answerFile(entry, Number(file));
    unknowns.delete(`${id} ${pid}`);
    if (time.now() < entry.doneAt) return json({ code: 'success', data: { task_id: id, status: 'running' } });
    const failed = { status: 'failed', error: { code: 'moderated', message: 'no' }, amount_usd: 0 };
    const results = gateway.refuse === 'without results' ? {} : resultsOf(entry);
    const done = { status: 'succeeded', ...results, error: null, amount_usd: entry.named };
    return json({ code: 'success', data: { task_id: id, ...(entry.isFailure ? failed : done) } });
  };
  const gateway: SimulatedGateway = {
    origin,
    ledger,
    strangeQueries,
    unknowns,
    manners,
    refuse: null,
    refusesInside: false,
    answer(request) {
      const response = request.method === 'POST' ? answerPost(request) : answerGet(request);
      const coding = manners.decide('coding');
      return coding === null ? response : encode(response, coding);
    },
  };
  return gateway;
}

/** Compresses the body, or claims a coding that is none. */
function encode(response: ApiResponse, coding: 'compressed' | 'marked'): ApiResponse {
  const isCompressed = coding === 'compressed';
  const headers = { ...response.headers, 'content-encoding': isCompressed ? 'gzip' : 'aws-chunked' };
  return { ...response, headers, body: isCompressed ? gzipSync(response.body) : response.body };
}

export function promptOf(body: string | Readonly<Record<string, unknown>>): string {
  return readRequest(body).prompt;
}

function readRequest(body: string | Readonly<Record<string, unknown>>): Pick<LedgerEntry, 'prompt' | 'input'> {
  const fields = (typeof body === 'string' ? JSON.parse(body) : body) as Readonly<Record<string, unknown>>;
  const [message] = (fields['messages'] ?? []) as readonly { readonly content?: unknown }[];
  const image = fields['image'];
  return {
    prompt: String(fields['prompt'] ?? message?.content),
    input: typeof image === 'string' && image.startsWith('https:') ? image : null,
  };
}
