import { crc32 } from 'node:zlib';
import * as z from 'zod/mini';
import { stringifyJson, type JsonValue } from '../../core/support/json.ts';
import { parseJson } from '../../core/support/parseJson.ts';
import type { SpooledAnswer } from '../../core/task/ports.ts';
import type { FileSystem } from '../files/fileSystem.ts';
import { readFile, withFile, writeWhole } from '../files/wholeFile.ts';
import { numeric, resultsSchema } from '../journal/journalRecordSchema.ts';

/** One result of an answer, and what the answer was: each file alone tells all that the journal would say of it. */
export interface SpoolFile {
  readonly answer: SpooledAnswer;
  readonly bytes: Uint8Array;
}

/** What the first line says of the answer. */
const headSchema = z.object({
  v: z.literal(1),
  results: resultsSchema,
  amountUsd: z.nullable(numeric),
  text: z.nullable(z.string()),
});

/** The first line: CRC-32 of all that follows but the line end (8 hex digits), blank, answer. Behind it stand the bytes. */
const firstLine = /^([0-9a-f]{8}) (.*)$/s;

/** On disk when it resolves; the name must be new. */
export async function writeSpoolFile(path: string, { answer, bytes }: SpoolFile, files: FileSystem): Promise<void> {
  const text = stringifyJson({ v: 1, ...answer } as unknown as JsonValue);
  await withFile(await files.open(path, 'wx', 0o600), async (file) => {
    await writeWhole(file, Buffer.from(`${sumOf(text, bytes)} ${text}\n`));
    await writeWhole(file, bytes);
    await file.sync();
  });
}

/** Null when it is not whole, as when its process was killed in the middle. Rejects when it is not there. */
export async function readSpoolFile(path: string, files: FileSystem): Promise<SpoolFile | null> {
  const content = await readFile(path, files);
  const lineEnd = content.indexOf(0x0a);
  if (lineEnd < 0) return null;
  const bytes = content.subarray(lineEnd + 1);
  const [, sum, head = ''] = firstLine.exec(content.toString('utf8', 0, lineEnd)) ?? [];
  const parsed = sum === sumOf(head, bytes) ? parseHead(head) : null;
  if (!parsed) return null;
  const { results, amountUsd, text } = parsed;
  return { answer: { results, amountUsd, text }, bytes };
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
