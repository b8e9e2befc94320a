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

const head = { v: z.literal(1), task: z.string(), at: numeric };

/** The durable events, one row each. A kind that is missing here is read as a line of a later version. */
const schema = z.discriminatedUnion('kind', [
  z.object({ ...head, kind: z.literal('planned'), seed }),
  z.object({ ...head, kind: z.literal('filled'), request, uploads: inputs }),
  z.object({
    ...head,
    kind: z.literal('sending'),
    attempt: numeric,
    isSandbox: z.boolean(),
    origin: z.exactOptional(z.string()),
    balance: z.exactOptional(balance),
    idempotencyHeader: z.exactOptional(z.string()),
  }),
  z.object({ ...head, kind: z.literal('late-response') }),
  z.object({ ...head, kind: z.literal('kept'), offset: numeric, text: z.string() }),
  z.object({ ...head, kind: z.literal('postponed'), error: errorSchema, mayBeCharged: z.boolean() }),
  z.object({
    ...head,
    kind: z.literal('accepted'),
    taskId: z.string(),
    statusWord: text,
    submittedAt: z.exactOptional(numeric),
  }),
  z.object({
    ...head,
    kind: z.literal('ended'),
    statusWord: text,
    amountUsd: number,
    results: resultsSchema,
    text: z.exactOptional(z.string()),
    cut: z.exactOptional(errorSchema),
    tookMs: z.exactOptional(numeric),
  }),
  z.object({ ...head, kind: z.literal('measuring'), piece: z.string() }),
  z.object({ ...head, kind: z.literal('placing'), piece: z.string(), artifact }),
  z.object({ ...head, kind: z.literal('saved'), artifacts: z.array(artifact) }),
  z.object({ ...head, kind: z.literal('unsaved'), artifacts: z.array(artifact), error: errorSchema }),
  z.object({
    ...head,
    kind: z.literal('failed'),
    error: errorSchema,
    statusWord: text,
    amountUsd: number,
    text: z.exactOptional(z.string()),
  }),
  z.object({
    ...head,
    kind: z.literal('unconfirmed'),
    error: errorSchema,
    text: z.exactOptional(z.string()),
    amountUsd: z.exactOptional(numeric),
  }),
  z.object({ ...head, kind: z.literal('balance-read'), balance }),
  z.object({ ...head, kind: z.literal('lost'), error: errorSchema }),
  z.object({ ...head, kind: z.literal('stopped'), error: errorSchema }),
  z.object({ ...head, kind: z.literal('skipped'), error: errorSchema }),
  z.object({ ...head, kind: z.literal('resumed') }),
  z.object({ ...head, kind: z.literal('resubmitted') }),
  z.object({ ...head, kind: z.literal('dismissed') }),
  z.object({ ...head, kind: z.literal('saving-again') }),
  z.object({ ...head, kind: z.literal('recorded') }),
  z.object({ ...head, kind: z.literal('unlisted') }),
  z.object({
    ...head,
    kind: z.literal('moved'),
    jobFile: path,
    boundary: path,
    isFlat: z.exactOptional(z.literal(true)),
  }),
  z.object({ ...head, kind: z.literal('removed') }),
]);

/** A record with the names of the journal. */
export type StoredRecord = z.infer<typeof schema>;

/** Returns null if the line is not a record of this version. */
export const parseStoredRecord = (line: string): StoredRecord | null => parseStored(schema, line);
