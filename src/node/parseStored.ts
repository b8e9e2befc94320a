import * as z from 'zod/mini';
import { parseJson } from '../core/support/json/parseJson.ts';

/** Parses JSON that was read from disk. Returns null unless it matches the schema. Never throws. */
export function parseStored<Schema extends z.ZodMiniType>(schema: Schema, text: string): z.infer<Schema> | null {
  try {
    return z.safeParse(schema, parseJson(text)).data ?? null;
  } catch {
    return null;
  }
}
