import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import * as zlib from 'node:zlib';
import { findDialect } from '../../../src/core/catalog/endpoints.ts';
import { type JsonObject, type JsonValue, stringifyJson } from '../../../src/core/support/json/json.ts';
import type { CallOutcome, Delivery } from '../../../src/core/task/gatewayPort.ts';
import { decideQuery, type QueryDecision } from '../../../src/core/task/poll/decideQuery.ts';
import { decideSubmit, type SubmitDecision } from '../../../src/core/task/submit/decideSubmit.ts';
import { createGateway } from '../../../src/gateway/gateway.ts';
import { createHttp } from '../../../src/gateway/http.ts';
import { readBalance } from '../../../src/gateway/readBalance.ts';
import { createDispatchers } from '../../../src/node/network/dispatchers.ts';
import { startScriptedGateway, type ScriptedAnswer } from '../../fakes/gateway/scriptedGateway.ts';
import { readGolden, writeGolden } from '../../support/goldenFile.ts';

/**
 * Responses as gateways of this kind send them, one file for each area. `UPDATE=1` writes what is made of them at
 * present: read the difference before it is committed.
 */
const folder = join(import.meta.dirname, '../../fixtures/world/answers');

interface Row {
  readonly what: string;
  /** `POST /v1/videos`, or `GET /v1/videos/{task_id}`. */
  readonly endpoint: string;
  /** Members of the body that matter for the response. */
  readonly request?: JsonObject;
  /** The response to this POST is the result. It is for every chat. */
  readonly isSynchronous?: true;
  /** The chat is asked for images. */
  readonly makesImages?: true;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text is sent as it is, everything else as JSON. */
  readonly body?: JsonValue;
  /** The body, if it is no text. */
  readonly base64?: string;
  /** Codings of the body, in the order in which they are applied. */
  readonly codings?: readonly (keyof typeof codings)[];
  /** A streamed body. Text is sent as it is, everything else as an event, which is named after its type. */
  readonly events?: readonly (JsonObject | string)[];
  readonly ending?: 'end' | 'drop' | 'stall';
  readonly expected?: JsonObject;
}

/** Responses of which something else is made at present, by what is missing. */
const notYet: Readonly<Record<string, readonly string[]>> = {
  'a JSON error without a known member is shown as its status instead of its text': [
    'refusals: 422 with a list of details',
  ],
};

const codings = {
  gzip: zlib.gzipSync,
  deflate: zlib.deflateSync,
  'deflate-raw': zlib.deflateRawSync,
  br: zlib.brotliCompressSync,
  zstd: zlib.zstdCompressSync,
} as const;

function buildAnswer({
  status = 200,
  headers = {},
  body = '',
  base64,
  codings: names = [],
  ...row
}: Row): ScriptedAnswer {
  if (row.events) return { pieces: row.events.map(writeEvent), headers, ending: row.ending ?? 'end' };
  const plain = base64 === undefined ? Buffer.from(writeBody(body)) : Buffer.from(base64, 'base64');
  return { status, headers, body: names.reduce((bytes, name) => codings[name](bytes), plain) };
}

const writeBody = (body: JsonValue): string => (typeof body === 'string' ? body : stringifyJson(body));

function writeEvent(event: JsonObject | string): string {
  if (typeof event === 'string') return event;
  const name = typeof event['type'] === 'string' ? `event: ${event['type']}\n` : '';
  return `${name}data: ${JSON.stringify(event)}\n\n`;
}

const firstAttempt = {
  history: { notSent: 0, serverErrors: 0, unanswered: 0, limitedForMs: 0 },
  isRepeatable: false,
  isRepeated: false,
  wasReached: true,
  retryOn5xx: true,
  limitDelayMs: 1_000,
  random: () => 0.5,
};
const firstQuery = { failures: 0, unknowns: 0, unknownForMs: 0 };

/** Returns only the members that say something. */
function omitEmpty(members: Readonly<Record<string, unknown>>): JsonObject {
  const isThere = (value: unknown): boolean =>
    value !== undefined &&
    value !== null &&
    value !== '' &&
    value !== false &&
    !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(members).filter(([, value]) => isThere(value))) as JsonObject;
}

/** Media as their URL, or as their size and type. */
function describeDelivery({ source, title, lyrics }: Delivery): JsonValue {
  const shown =
    source.kind === 'url'
      ? { url: source.url }
      : source.kind === 'text'
        ? { markdown: source.text }
        : { bytes: source.bytes.length, type: source.mediaType };
  const described = omitEmpty({ ...shown, title, lyrics });
  return Object.keys(described).length === 1 && 'url' in described ? (described['url'] ?? null) : described;
}

function describeDecision(decision: SubmitDecision | QueryDecision, outcome: CallOutcome): JsonObject {
  const { kind, ...facts } = decision;
  const { error, result, view, taskId, mayBeCharged } = facts as Record<string, never> & {
    error?: { code: string; message: string } | null;
    result?: Extract<SubmitDecision, { kind: 'finish' }>['result'];
    view?: Extract<QueryDecision, { kind: 'status' }>['view'];
    taskId?: string;
    mayBeCharged?: boolean;
  };
  const cut = (result ?? view)?.cut;
  return omitEmpty({
    decision: kind,
    taskId,
    phase: view?.phase,
    word: view ? view.statusWord : 'statusWord' in facts ? facts.statusWord : null,
    progress: view?.progress,
    results: (result ?? view)?.deliveries.map(describeDelivery),
    amountUsd: (result ?? view)?.amountUsd,
    text: result?.deliveries.length === 0 ? result.text : null,
    failure: view?.failure,
    cut: cut && [cut.code, cut.message],
    error: error?.code,
    message: outcome.kind === 'no-answer' ? null : error?.message,
    arrived: outcome.kind === 'no-answer' || outcome.kind === 'refused' ? outcome.text : null,
    mayBeCharged,
    retryAfterMs: outcome.kind === 'refused' ? outcome.refusal.retryAfterMs : null,
  });
}

describe('a response from the world', () => {
  let server: Awaited<ReturnType<typeof startScriptedGateway>>;
  const dispatchers = createDispatchers({ connectTimeoutMs: 10_000 });
  const { signal } = new AbortController();
  before(async () => {
    server = await startScriptedGateway();
  });
  after(async () => {
    dispatchers.dispose();
    await server.close();
  });

  /** Time passes only while a response stays open after its end. */
  function createClock({ ending }: Row) {
    let now = 0;
    const sleep = (durationMs: number): Promise<void> => {
      if (ending !== 'stall') return new Promise(() => undefined);
      now += durationMs;
      return Promise.resolve();
    };
    return { now: () => Date.UTC(2026, 10, 21), monotonicMs: () => now, sleep };
  }

  async function read(row: Row): Promise<JsonObject> {
    const call = row.endpoint.replace('{task_id}', 't1');
    server.script(call, buildAnswer(row));
    try {
      return await make(row);
    } finally {
      server.script(call);
    }
  }

  async function make(row: Row): Promise<JsonObject> {
    const clock = createClock(row);
    const callApi = createHttp({ dispatchers, userAgent: 'test', clock, log: { info: () => undefined } });
    const gateway = createGateway({ callApi, clock, closeIdle: () => undefined });
    const target = { baseUrl: server.url, origin: server.url, key: 'sk-x' };
    const [method = '', path = ''] = row.endpoint.split(' ');
    if (path.startsWith('/api/')) return { ...(await readBalance(callApi, target, signal)) } as unknown as JsonObject;
    const request = row.request ?? {};
    if (method === 'GET') {
      const endpoint = path.replace('/{task_id}', path.startsWith('/kling/') ? '/text2video' : '');
      const call = { endpoint, pollPath: path, taskId: 't1', request, mayHoldImages: true, patienceMs: 5_000 };
      const outcome = await gateway.query(target, call, signal);
      return describeDecision(decideQuery(outcome, firstQuery, { random: () => 0.5 }), outcome);
    }
    const dialect = findDialect(path);
    const isSynchronous = row.isSynchronous ?? dialect !== null;
    const limitField = dialect === 'responses' ? 'max_output_tokens' : 'max_tokens';
    const options = {
      limitField,
      isStreamed: row.events !== undefined,
      makesImages: row.makesImages ?? false,
      choices: 1,
    };
    const chat = dialect && { dialect, ...options, onText: () => undefined };
    const call = { endpoint: path, body: ['{}'], request, idempotencyKey: 'a', isSynchronous, chat };
    const outcome = await gateway.submit(target, call, signal);
    return describeDecision(decideSubmit(outcome, { ...firstAttempt, isSynchronous }), outcome);
  }

  const titles: string[] = [];
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const rows = readGolden(file) as unknown as readonly Row[];
    const updated = [...rows];
    for (const [index, row] of rows.entries()) {
      const title = `${name.replace('.json', '')}: ${row.what}`;
      titles.push(title);
      const missing = Object.keys(notYet).find((each) => notYet[each]?.includes(title));
      if (missing !== undefined) {
        test(`${title}, not yet: ${missing}`, async () => assert.notDeepEqual(await read(row), row.expected));
        continue;
      }
      test(title, async () => {
        const actual = await read(row);
        if (!process.env['UPDATE']) return assert.deepEqual(actual, row.expected);
        updated[index] = { ...row, expected: actual };
        writeGolden(updated as unknown as JsonValue, file);
      });
    }
  }

  test('is one of many, each with a title of its own, and what is not yet right exists', () => {
    assert.ok(titles.length >= 150, String(titles.length));
    assert.equal(new Set(titles).size, titles.length);
    assert.deepEqual(
      Object.values(notYet)
        .flat()
        .filter((title) => !titles.includes(title)),
      [],
    );
  });
});
