import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { isJsonObject, type JsonObject } from '../../core/support/json/json.ts';
import { parseJson } from '../../core/support/json/parseJson.ts';

const schema = z.object({
  id: z.string(),
  kind: z.enum(['image', 'music', 'speech', 'video', 'chat']),
  /** The path of the create call. Missing in files of an earlier version, in which each kind had only one path. */
  path: z.optional(z.string()),
  model: z.string(),
  /**
   * The body as it was sent, after the checks, with the seed that was drawn if it had none, and without inline media.
   */
  body: z.custom<JsonObject>((value) => isJsonObject(value)),
  createdAtMs: z.number(),
  startsAtMs: z.number(),
  endsAtMs: z.number(),
  /** USD, charged when the task succeeds. */
  amountUsd: z.number(),
  /** The message of a task that fails. Null for one that succeeds. */
  failure: z.nullable(z.string()),
});

/**
 * A task as it is stored: its whole future is determined when it is created, so a record never changes. Synchronous
 * calls have a record too, for their files and their charge. Times are Unix ms.
 */
export type TaskRecord = Readonly<z.infer<typeof schema> & { path: string }>;

/** What a task makes. */
export type TaskKind = TaskRecord['kind'];

const firstPaths: Readonly<Record<TaskKind, string>> = {
  image: '/v1/images/generations',
  music: '/v1/music/generations',
  speech: '/v1/audio/speech',
  video: '/v1/videos',
  chat: '/v1/chat/completions',
};

/** Returns null for text that is not a task record. */
export function parseTaskRecord(text: string): TaskRecord | null {
  try {
    const record = z.parse(schema, parseJson(text));
    return { ...record, path: record.path ?? firstPaths[record.kind] };
  } catch {
    return null;
  }
}

/** 128 random bits: a caller with the id may read the result, so the id must not be guessable. */
export function createTaskId(): string {
  return `task_${randomBytes(16).toString('hex')}`;
}

/** Ids become file names, so no other string is accepted. */
export function isTaskId(text: string): boolean {
  return /^task_[0-9a-f]{32}$/.test(text);
}
