import { randomBytes } from 'node:crypto';
import * as z from 'zod';

const schema = z.object({
  id: z.string(),
  kind: z.enum(['image', 'music', 'speech']),
  model: z.string(),
  /** As it was sent, already checked, with the seed that was drawn where it named none. */
  body: z.record(z.string(), z.unknown()),
  createdAtMs: z.number(),
  startsAtMs: z.number(),
  endsAtMs: z.number(),
  /** USD, charged when the task succeeds. */
  amountUsd: z.number(),
  /** What the task will say when it fails; null for one that succeeds. */
  failure: z.string().nullable(),
});

/** A task as it is stored: all of its future is decided when it is made, so a record never changes. Times are Unix ms. */
export type TaskRecord = Readonly<z.infer<typeof schema>>;

/** One for each endpoint that makes tasks. */
export type TaskKind = TaskRecord['kind'];

/** Null for text that is no task record. */
export function parseTaskRecord(text: string): TaskRecord | null {
  try {
    return schema.parse(JSON.parse(text));
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
