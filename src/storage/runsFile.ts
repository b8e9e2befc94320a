import { open, readFile } from 'node:fs/promises';
import { runsFileOf } from '../core/artifact/jobFileName.ts';
import type { RunsRecord } from '../core/artifact/runsRecord.ts';
import { stringifyJson, type JsonValue } from '../core/support/json.ts';
import type { RunsFilePort } from '../core/task/ports.ts';
import { checkConfined } from './confine.ts';
import { parseRunsRecord } from './runsRecordSchema.ts';
import { isMissing } from './systemError.ts';

/** One line a record, in a file that people version and may edit. */
export function createRunsFile(): RunsFilePort {
  // One append at a time for each file, or a repair could see the line of another one half written.
  const queues = new Map<string, Promise<void>>();
  return {
    append(record, { jobFile, boundary }) {
      const path = runsFileOf(jobFile);
      const before = queues.get(path) ?? Promise.resolve();
      const appended = before.catch(() => undefined).then(() => appendLine(path, boundary, record));
      queues.set(path, appended);
      return appended;
    },
    async read(jobFile) {
      const text = await readText(runsFileOf(jobFile));
      return text.split('\n').flatMap((line) => parseRunsRecord(line) ?? []);
    },
  };
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return '';
    throw error;
  }
}

/** Durable when it resolves. Rejects when the file can not be written, or lies outside of the boundary. */
async function appendLine(path: string, boundary: string, record: RunsRecord): Promise<void> {
  await checkConfined(path, boundary);
  const handle = await open(path, 'a+');
  try {
    const line = `${stringifyJson({ ...record } as unknown as JsonValue)}\n`;
    const { size } = await handle.stat();
    const torn = await readLastLine(handle, size);
    // A whole record without a line end was edited by hand and stays; half a record is what a crash has left.
    const isWhole = torn.length === 0 || parseRunsRecord(torn.toString('utf8')) !== null;
    if (!isWhole) await handle.truncate(size - torn.length);
    await handle.appendFile(torn.length > 0 && isWhole ? `\n${line}` : line);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** What stands after the last line end; empty when the file ends with one. */
async function readLastLine(handle: Awaited<ReturnType<typeof open>>, size: number): Promise<Buffer> {
  const chunkBytes = 64 * 1024;
  let tail: Buffer = Buffer.alloc(0);
  for (let start = size; start > 0;) {
    const length = Math.min(chunkBytes, start);
    start -= length;
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
    tail = Buffer.concat([buffer.subarray(0, bytesRead), tail]);
    const end = tail.lastIndexOf(0x0a);
    if (end >= 0) return tail.subarray(end + 1);
  }
  return tail;
}
