import * as z from 'zod/mini';
import { catch as withFallback } from 'zod/mini';
import type { RunsRecord } from '../core/artifact/runsRecord.ts';
import { parseJson } from '../core/support/parseJson.ts';
import type { JsonObject } from '../core/support/json.ts';

const text = withFallback(z.nullable(z.string()), null);
const number = withFallback(z.nullable(z.number()), null);

const artifact = z.object({
  path: z.string(),
  sha256: z.string(),
  bytes: withFallback(z.number(), 0),
  media_type: withFallback(z.string(), 'application/octet-stream'),
  width: number,
  height: number,
  seconds: number,
});

/** The file is edited and merged by people and tools: what a record can do without may be missing. */
const runsRecord = z.object({
  v: z.literal(1),
  at: z.string(),
  run: withFallback(z.string(), ''),
  job: text,
  index: withFallback(z.number(), 1),
  fingerprint: withFallback(z.string(), ''),
  profile: withFallback(z.string(), ''),
  model: text,
  endpoint: withFallback(z.string(), ''),
  task_id: text,
  status: z.enum(['saved', 'failed', 'unconfirmed', 'lost', 'unsaved']),
  amount_usd: number,
  request: withFallback(z.record(z.string(), z.unknown()), {}),
  inputs: withFallback(z.array(z.object({ path: z.string(), sha256: z.string() })), []),
  artifacts: withFallback(z.array(artifact), []),
  title: text,
  lyrics: text,
  text,
  error: withFallback(z.nullable(z.object({ code: z.string(), message: withFallback(z.string(), '') })), null),
});

/** Null when the line is no record. */
export function parseRunsRecord(line: string): RunsRecord | null {
  if (line.trim() === '') return null;
  try {
    const parsed = z.safeParse(runsRecord, parseJson(line));
    return parsed.success ? { ...parsed.data, request: parsed.data.request as JsonObject } : null;
  } catch {
    return null;
  }
}
