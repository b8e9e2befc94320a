import * as z from 'zod/mini';
import { isJsonObject, type JsonObject } from '../../core/support/json/json.ts';

export const taskRecordSchema = z.object({
  id: z.string(),
  kind: z.enum(['image', 'music', 'speech', 'video', 'chat']),
  /** The path of the create call. */
  path: z.string(),
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
export type TaskRecord = Readonly<z.infer<typeof taskRecordSchema>>;

export type TaskKind = TaskRecord['kind'];
