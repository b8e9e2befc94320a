import { crc32 } from 'node:zlib';
import * as z from 'zod/mini';
import { stringifyJson, type JsonValue } from '../../core/support/json.ts';
import { parseJson } from '../../core/support/parseJson.ts';
import type { SpooledResponse } from '../../core/task/ports.ts';
import type { FileSystem } from '../../node/files/fileSystem.ts';
import { readFile, withFile, writeWhole } from '../../node/files/wholeFile.ts';
import { numeric, resultsSchema } from '../journal/journalRecordSchema.ts';

/**
 * One result of a response, with the facts about the whole response: each file alone contains everything that the
 * journal would say about the response.
 */
export interface SpoolFile {
  readonly response: SpooledResponse;
  readonly bytes: Uint8Array;
}

/** The facts about the response in the first line. */
const headSchema = z.object({
  v: z.literal(1),
  results: resultsSchema,
  amountUsd: z.nullable(numeric),
  text: z.nullable(z.string()),
});

/**
 * Matches the first line: CRC-32 of everything after it except the line feed (8 hex digits), a space, the facts. The
 * bytes of the result follow.
 */
const firstLine = /^([0-9a-f]{8}) (.*)$/s;

/** Writes a new file, which must not exist. It is on disk when this resolves. */
export async function writeSpoolFile(path: string, { response, bytes }: SpoolFile, files: FileSystem): Promise<void> {
  const text = stringifyJson({ v: 1, ...response } as unknown as JsonValue);
  await withFile(await files.open(path, 'wx', 0o600), async (file) => {
    await writeWhole(file, Buffer.from(`${sumOf(text, bytes)} ${text}\n`));
    await writeWhole(file, bytes);
    await file.sync();
  });
}

/**
 * Returns null if the file is not whole because its process was killed while writing it. Rejects when the file does not
 * exist.
 */
export async function readSpoolFile(path: string, files: FileSystem): Promise<SpoolFile | null> {
  const content = await readFile(path, files);
  const lineEnd = content.indexOf(0x0a);
  if (lineEnd < 0) return null;
  const bytes = content.subarray(lineEnd + 1);
  const [, sum, head = ''] = firstLine.exec(content.toString('utf8', 0, lineEnd)) ?? [];
  const parsed = sum === sumOf(head, bytes) ? parseHead(head) : null;
  if (!parsed) return null;
  const { results, amountUsd, text } = parsed;
  return { response: { results, amountUsd, text }, bytes };
}

function sumOf(head: string, bytes: Uint8Array): string {
  return crc32(bytes, crc32(head)).toString(16).padStart(8, '0');
}

function parseHead(text: string): z.infer<typeof headSchema> | null {
  try {
    const parsed = z.safeParse(headSchema, parseJson(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
