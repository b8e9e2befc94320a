import { marksFileOf, runsFileOf } from '../core/artifact/jobFileName.ts';
import { runsStatuses, type RunsRecord } from '../core/artifact/runsRecord.ts';
import { type JsonValue, stringifyJson, type JsonObject } from '../core/support/json/json.ts';
import { parseJson } from '../core/support/json/parseJson.ts';
import * as z from '../core/support/zod.ts';
import type { RunsFilePort } from '../core/task/ports.ts';
import type { PartPorts } from '../node/partFiles/partFile.ts';
import { createLineFile, moveFile } from './lineFile.ts';

/** Creates a runs file with one line per record. Users may put it under version control and edit it. */
export function createRunsFile(ports: PartPorts): RunsFilePort {
  const file = createLineFile({ parse: parseRunsRecord, ...ports });
  return {
    append(record, { jobFile, boundary }) {
      const line = stringifyJson({ ...record } as unknown as JsonValue);
      return file.append(runsFileOf(jobFile), line, boundary);
    },
    read: (jobFile) => file.read(runsFileOf(jobFile)),
    sync: (jobFile) => file.sync(runsFileOf(jobFile)),
    async move({ from, to, boundary }) {
      await Promise.all([
        file.move(runsFileOf(from), runsFileOf(to), boundary),
        moveFile(marksFileOf(from), marksFileOf(to), { boundary, ...ports }),
      ]);
    },
  };
}

/** Genwright writes no name, id or path that is longer. */
const maxWordLength = 4_096;
/** Genwright records no prompt, response or error that is longer. */
const maxTextLength = 1_000_000;
const maxItems = 1_000;

const word = z.string().check(z.maxLength(maxWordLength));
const nullableWord = z.withFallback(z.nullable(word), null);
const text = z.withFallback(z.nullable(z.string().check(z.maxLength(maxTextLength))), null);
/** JSON has no infinity, but `1e999` is parsed as one. */
const amount = z.number().check(z.nonnegative(), z.maximum(Number.MAX_SAFE_INTEGER));
const nullableAmount = z.withFallback(z.nullable(amount), null);
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const mediaType = z.string().check(z.regex(/^[\w.+-]{1,60}\/[\w.+-]{1,100}$/));

/** Relative to the job file, `/`-separated. The target of the path is checked when it is used. */
const path = word.check(z.regex(/^(?![/\\])(?![a-z]:)[^\0]+$/i));

/** An invalid item is left out, so that a record keeps the others. */
function listOf<Item extends z.core.SomeType>(item: Item) {
  return z.withFallback(
    z.pipe(
      z.array(z.withFallback(z.nullable(item), null)).check(z.maxLength(maxItems)),
      z.transform((items) => items.filter((each) => each !== null)),
    ),
    [],
  );
}

const artifact = z.object({
  path,
  sha256,
  bytes: z.withFallback(amount, 0),
  media_type: z.withFallback(mediaType, 'application/octet-stream'),
  width: nullableAmount,
  height: nullableAmount,
  seconds: nullableAmount,
});

/**
 * Users and tools edit and merge the file, and it may come from anyone, so everything that a record does not need may
 * be missing.
 */
const runsRecord = z.object({
  v: z.literal(1),
  at: z.string().check(
    z.maxLength(40),
    z.refine((at) => !Number.isNaN(Date.parse(at))),
  ),
  run: z.withFallback(word, ''),
  job: nullableWord,
  index: z.withFallback(z.int().check(z.positive()), 1),
  axes: z.withFallback(z.nullable(z.record(z.string(), z.unknown())), null),
  fingerprint: z.withFallback(word, ''),
  profile: z.withFallback(word, ''),
  model: nullableWord,
  endpoint: z.withFallback(word, ''),
  task_id: nullableWord,
  status: z.enum(runsStatuses),
  amount_usd: nullableAmount,
  request: z.withFallback(z.record(z.string(), z.unknown()), {}),
  inputs: listOf(z.object({ path, sha256 })),
  artifacts: listOf(artifact),
  title: text,
  lyrics: text,
  text,
  error: z.withFallback(z.nullable(z.object({ code: word, message: z.withFallback(word, '') })), null),
});

/** Returns null if the line is not a record. */
export function parseRunsRecord(line: string): RunsRecord | null {
  try {
    const { axes, request, ...record } = z.parse(runsRecord, parseJson(line));
    return { ...record, request: request as JsonObject, ...(axes ? { axes: axes as JsonObject } : {}) };
  } catch {
    return null;
  }
}
