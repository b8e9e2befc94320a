import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { isJsonObject, type JsonObject } from '../../core/support/json.ts';
import { parseJson } from '../../core/support/parseJson.ts';

const schema = z.object({
  id: z.string(),
  kind: z.enum(['image', 'music', 'speech', 'video', 'chat']),
  /** The path that it was made on; missing in files from the time when each kind had one path only. */
  path: z.string().default(''),
  model: z.string(),
  /** As it was sent, already checked, with the seed that was drawn where it named none and without inlined media. */
  body: z.custom<JsonObject>((value) => isJsonObject(value as JsonObject)),
  createdAtMs: z.number(),
  startsAtMs: z.number(),
  endsAtMs: z.number(),
  /** USD, charged when the task succeeds. */
  amountUsd: z.number(),
  /** What the task will say when it fails; null for one that succeeds. */
  failure: z.string().nullable(),
});

/**
 * A task as it is stored: all of its future is decided when it is made, so a record never changes. Calls that are
 * answered at once have one too, for their files and their charge. Times are Unix ms.
 */
export type TaskRecord = Readonly<z.infer<typeof schema>>;

/** What a task makes. */
export type TaskKind = TaskRecord['kind'];

const firstPaths: Readonly<Record<TaskKind, string>> = {
  image: '/v1/images/generations',
  music: '/v1/music/generations',
  speech: '/v1/audio/speech',
  video: '/v1/videos',
  chat: '/v1/chat/completions',
};

/** Null for text that is no task record. */
export function parseTaskRecord(text: string): TaskRecord | null {
  try {
    const record = schema.parse(parseJson(text));
    return { ...record, path: record.path || firstPaths[record.kind] };
  } catch {
    return null;
  }
}

/** 128 random bits: who knows the id may read the result, so nobody may guess it. */
export function createTaskId(): string {
  return `task_${randomBytes(16).toString('hex')}`;
}

/** Ids become file names, so nothing else passes. */
export function isTaskId(text: string): boolean {
  return /^task_[0-9a-f]{32}$/.test(text);
}
