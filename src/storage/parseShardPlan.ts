import * as z from 'zod/mini';
import { isJsonObject, type JsonObject } from '../core/support/json/json.ts';
import { parseStored } from '../node/parseStored.ts';

const path = z.string().check(z.maxLength(4_096));
const planSchema = z.object({
  version: z.literal(1),
  /** When it was made. What is charged after that counts for the budgets. */
  at: z.iso.datetime(),
  /** SHA-256 of the texts of the job files. Paths are relative to the repository, with `/`. */
  files: z.record(path, z.string()),
  shards: z.array(
    z.object({
      stage: z.number(),
      budgetUsd: z.nullable(z.number().check(z.nonnegative())),
      requests: z.array(
        z.object({
          file: path,
          job: z.nullable(path),
          index: z.number(),
          axes: z.custom<JsonObject>((value) => isJsonObject(value)),
        }),
      ),
    }),
  ),
});

/** All requests of a repository, cut into shards before any of them is sent, as `plan --out` writes it. */
export type ShardPlan = z.infer<typeof planSchema>;

const maxLength = 64 * 1024 * 1024;

/** Returns null for anything but a plan of this version. */
export function parseShardPlan(text: string): ShardPlan | null {
  return text.length > maxLength ? null : parseStored(planSchema, text);
}
