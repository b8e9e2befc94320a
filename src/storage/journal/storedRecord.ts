import * as z from 'zod/mini';
import type { JsonObject, JsonValue } from '../../core/support/json/json.ts';
import type { TaskError } from '../../core/task/model/task.ts';
import { maxConcurrency } from '../../core/task/model/taskEntry.ts';
import { parseStored } from '../../node/parseStored.ts';

const text = z.nullable(z.string());
/** Reads integers beyond 2^53 as numbers. The parser returns them as `bigint`, so that bodies keep their digits. */
export const numeric = z.pipe(
  z.union([z.number(), z.bigint()]),
  z.transform((value) => Number(value)),
);
const number = z.nullable(numeric);

/** The code may be from another version. An unknown code is shown verbatim. */
export const errorSchema = z.object({
  code: z.custom<TaskError['code']>((value) => typeof value === 'string'),
  message: z.string(),
  httpStatus: z.exactOptional(numeric),
});

const artifact = z.object({
  path: z.string(),
  sha256: z.string(),
  bytes: numeric,
  mediaType: z.string(),
  width: number,
  height: number,
  seconds: number,
  title: text,
  lyrics: text,
});

/** The balance of an account in USD, and its time. */
const balance = z.object({ usd: numeric, at: numeric });

const source = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('url'), url: z.string() }),
  z.object({ kind: z.literal('spooled'), name: z.string(), mediaType: text }),
]);

/** Results that a gateway returned. */
export const resultsSchema = z.array(z.object({ source, title: text, lyrics: text }));

const jsonObject = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

const reference = z.object({
  path: z.array(z.union([z.string(), numeric])),
  filters: z.array(z.object({ name: z.string(), args: z.array(z.custom<JsonValue>((value) => value !== undefined)) })),
});

/** A string with references to values that are not known yet. */
const template = z.array(z.union([z.string(), reference]));

/** What a placeholder of a request is filled with. */
const placeholderValue = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), file: z.string(), sha256: z.string(), takesData: z.boolean() }),
  z.object({
    kind: z.literal('template'),
    template,
    media: z.exactOptional(z.object({ takesData: z.boolean() })),
  }),
]);

const inputs = z.array(z.object({ path: z.string(), sha256: z.string() }));

const request = z.object({
  job: text,
  index: numeric,
  axes: jsonObject,
  model: text,
  modality: z.nullable(z.enum(['image', 'music', 'speech', 'video', 'chat'])),
  endpoint: z.string(),
  pollPath: text,
  body: jsonObject,
  slots: z.array(z.object({ path: z.array(z.union([z.string(), numeric])), value: placeholderValue })),
  needs: z.array(z.string()),
  recordBody: jsonObject,
  inputs,
  fromEnv: z.exactOptional(
    z.object({ paths: z.array(z.array(z.union([z.string(), numeric]))), values: z.array(z.string()) }),
  ),
  fingerprint: z.string(),
  output: z.object({
    dir: z.string(),
    name: z.string(),
    collision: z.enum(['number', 'replace', 'fail']),
    metadata: z.enum(['none', 'embed']),
    templates: z.exactOptional(z.object({ dir: z.exactOptional(template), name: z.exactOptional(template) })),
  }),
  timeoutMinutes: number,
  budgetUsd: number,
});

const terms = z.object({
  concurrency: z.pipe(numeric, z.int().check(z.gte(1), z.lte(maxConcurrency))),
  budgetUsd: z.nullable(z.pipe(numeric, z.number().check(z.gte(0)))),
  stopsOnError: z.boolean(),
});

const seed = z.object({
  run: z.string(),
  jobFile: z.string(),
  boundary: z.string(),
  profile: z.string(),
  isSandbox: z.boolean(),
  terms: z.exactOptional(terms),
  origin: z.exactOptional(z.string()),
  request,
  sources: z.exactOptional(
    z.array(z.object({ run: z.string(), job: text, index: numeric, texts: z.exactOptional(z.string()) })),
  ),
  alongside: z.exactOptional(z.union([z.literal('all'), z.array(z.string())])),
  accepted: z.exactOptional(z.object({ taskId: z.string(), submittedAt: numeric })),
});

/** No file system accepts a longer path. */
const path = z.string().check(z.minLength(1), z.maxLength(32_768));

/** Builds the row of an event. */
function event<Kind extends string, Shape extends z.core.$ZodLooseShape>(kind: Kind, shape: Shape) {
  return z.object({ v: z.literal(1), task: z.string(), at: numeric, kind: z.literal(kind), ...shape });
}

/** The durable events, one row each. A kind that is missing here is read as a line of a later version. */
const schema = z.discriminatedUnion('kind', [
  event('planned', { seed }),
  event('filled', { request, uploads: inputs }),
  event('sending', {
    attempt: numeric,
    isSandbox: z.boolean(),
    origin: z.exactOptional(z.string()),
    balance: z.exactOptional(balance),
    idempotencyHeader: z.exactOptional(z.string()),
  }),
  event('late-response', {}),
  event('kept', { offset: numeric, text: z.string() }),
  event('postponed', { error: errorSchema, mayBeCharged: z.boolean() }),
  event('accepted', { taskId: z.string(), statusWord: text, submittedAt: z.exactOptional(numeric) }),
  event('ended', {
    statusWord: text,
    amountUsd: number,
    results: resultsSchema,
    text: z.exactOptional(z.string()),
    cut: z.exactOptional(errorSchema),
    tookMs: z.exactOptional(numeric),
  }),
  event('measuring', { piece: z.string() }),
  event('placing', { piece: z.string(), artifact }),
  event('saved', { artifacts: z.array(artifact) }),
  event('unsaved', { artifacts: z.array(artifact), error: errorSchema }),
  event('failed', { error: errorSchema, statusWord: text, amountUsd: number, text: z.exactOptional(z.string()) }),
  event('unconfirmed', { error: errorSchema, text: z.exactOptional(z.string()), amountUsd: z.exactOptional(numeric) }),
  event('balance-read', { balance: z.extend(balance, { isAlone: z.exactOptional(z.literal(true)) }) }),
  event('lost', { error: errorSchema }),
  event('stopped', { error: errorSchema }),
  event('skipped', { error: errorSchema }),
  event('resumed', {}),
  event('resubmitted', {}),
  event('dismissed', {}),
  event('saving-again', {}),
  event('recorded', {}),
  event('unlisted', {}),
  event('moved', {
    jobFile: path,
    boundary: path,
    isFlat: z.exactOptional(z.literal(true)),
    artifacts: z.exactOptional(z.array(artifact)),
  }),
  event('removed', {}),
]);

/** A record with the names of the journal. */
export type StoredRecord = z.infer<typeof schema>;

/** Returns null if the line is not a record of this version. */
export const parseStoredRecord = (line: string): StoredRecord | null => parseStored(schema, line);
