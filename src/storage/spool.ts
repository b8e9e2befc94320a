import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Clock } from '../core/support/clock.ts';
import { stringifyJson, type JsonValue } from '../core/support/json/json.ts';
import type { Result } from '../core/task/model/taskEntry.ts';
import type { Log, SpoolPort, SentRequest, SpooledResponse } from '../core/task/ports.ts';
import { sumOf } from '../node/files/checkSum.ts';
import type { FileSystem } from '../node/files/fileSystem.ts';
import { makeFolder, syncFolder } from '../node/files/folder.ts';
import { ifMissing } from '../node/files/systemCode.ts';
import { readFile, withFile, writeWhole } from '../node/files/wholeFile.ts';
import type { PartPorts } from '../node/partFiles/partFile.ts';
import { isLeftBehind } from '../node/processes/processes.ts';
import { errorSchema, numeric, resultsSchema } from './journal/storedRecord.ts';
import { parseStored } from '../node/parseStored.ts';

export interface Spool extends SpoolPort {
  /** Rejects when the file does not exist or is not whole. */
  read(name: string): Promise<Uint8Array>;
}

interface SpoolOptions extends PartPorts {
  readonly folder: string;
  /** Folder of the journals, which name the files in use. */
  readonly journalFolder: string;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly log: Pick<Log, 'error'>;
}

/** Pauses before further attempts to put a result on disk. What is only in memory is lost when the process ends. */
const pausesMs = [20, 100, 500];

/**
 * Creates the spool: media that came in a response, in a separate folder, on disk before the journal names them. If the
 * disk accepts nothing, they stay in memory until it does, because they may be paid for.
 */
export function createSpool(options: SpoolOptions): Spool {
  const { folder, files, processes, log } = options;
  const spoolFiles = createSpoolFiles(options);
  const listNames = (): Promise<readonly string[]> => files.readdir(folder).catch(() => []);
  let flushing: Promise<void> = Promise.resolve();
  return {
    async put(request, { deliveries, ...rest }) {
      const bytes = new Map<string, Uint8Array>();
      const results = deliveries.map(({ source, title, lyrics }): Result => {
        if (source.kind === 'url') return { source, title, lyrics };
        const name = `${processes.self}-${stemOf(request)}${files.createSuffix(8)}`;
        const isText = source.kind === 'text';
        bytes.set(name, isText ? Buffer.from(source.text, 'utf8') : source.bytes);
        const mediaType = isText ? 'text/markdown' : source.mediaType;
        return { source: { kind: 'spooled', name, mediaType }, title, lyrics };
      });
      const response = { ...rest, results };
      await Promise.all([...bytes].map(([name, each]) => spoolFiles.write(name, { response, bytes: each })));
      return response;
    },
    async find(request) {
      // The response to exactly this request, whichever process has written it.
      const names = (await listNames()).filter((name) => name.replace(/^[^-]*-/, '').startsWith(stemOf(request)));
      const read = await Promise.all(names.map((name) => spoolFiles.readDisk(name).catch(() => null)));
      const whole = new Set(names.filter((_, at) => read[at]));
      const isThere = ({ source }: Result): boolean => source.kind === 'url' || whole.has(source.name);
      return read.find((file) => file?.response.results.every(isThere))?.response ?? null;
    },
    async listTasks() {
      return new Set((await listNames()).flatMap((name) => parseSpoolName(name)?.task ?? []));
    },
    async read(name) {
      const file = spoolFiles.readMemory(name) ?? (await spoolFiles.readDisk(name));
      if (!file) throw new Error(`${name} is damaged`);
      return file.bytes;
    },
    async remove(sources) {
      for (const source of sources) {
        if (source.kind === 'spooled') await spoolFiles.remove(source.name);
      }
    },
    // Flushes run one after another, because each removes the file that the other one writes.
    flush: () => (flushing = flushing.then(() => spoolFiles.writeKept())),
    async removeOrphans(isUnneeded) {
      await removeSpoolOrphans(options, isUnneeded).catch((error: unknown) =>
        log.error(`Files in the spool that no task needs cannot be removed now: ${String(error)}`),
      );
    },
  };
}

/** The files of the spool by name, on disk, or in memory if the disk does not accept them. */
function createSpoolFiles({ folder, files, clock, log }: SpoolOptions) {
  const { signal: neverAborted } = new AbortController();
  const inMemory = new Map<string, SpoolFile>();
  const pathOf = (name: string): string => join(folder, name.replace(/[^\w.-]/g, '').replace(/^\.+/, ''));
  const removeFromDisk = (name: string): Promise<void> => files.unlink(pathOf(name)).catch(() => undefined);
  const writeToDisk = async (name: string, file: SpoolFile): Promise<void> => {
    await makeFolder(folder, files);
    await writeSpoolFile(pathOf(name), file, files);
    await syncFolder(folder, files);
  };
  return {
    /** Resolves when the file is on disk or, after some attempts, in memory. */
    async write(name: string, file: SpoolFile): Promise<void> {
      let error: unknown;
      for (const pauseMs of [0, ...pausesMs]) {
        if (pauseMs > 0) await clock.sleep(pauseMs, neverAborted);
        try {
          return await writeToDisk(name, file);
        } catch (reason) {
          error = reason;
          // The next attempt needs a free name. The file is removed here and not later, because a flush may have written
          // the result by then, and a late removal would delete that file.
          await removeFromDisk(name);
        }
      }
      log.error(`A result cannot be written to the spool and is kept in memory: ${String(error)}`);
      inMemory.set(name, file);
    },
    /** Tries once to write each file that is in memory. */
    async writeKept(): Promise<void> {
      for (const [name, file] of inMemory) {
        // The file of an earlier attempt would prevent the write.
        await removeFromDisk(name);
        const isRefused = await writeToDisk(name, file).catch(() => true);
        // The result may have been saved meanwhile.
        if (isRefused !== true && !inMemory.delete(name)) await removeFromDisk(name);
      }
    },
    readMemory: (name: string) => inMemory.get(name),
    readDisk: (name: string) => readSpoolFile(pathOf(name), files),
    async remove(name: string): Promise<void> {
      inMemory.delete(name);
      await removeFromDisk(name);
    },
  };
}

/** Matches `<identity of the process>-<task>.<time of the submit>.<random>`. */
const pattern = /^([^-]+)-(.+)\.\d+\.[0-9a-f]+$/;

/** Returns the identity of the process that wrote the file, and the task of the file. Null for other files. */
export function parseSpoolName(name: string): { readonly identity: string; readonly task: string } | null {
  const [, identity, task] = pattern.exec(name) ?? [];
  return identity !== undefined && task !== undefined ? { identity, task } : null;
}

function stemOf({ id, submittedAt }: SentRequest): string {
  return `${id}.${submittedAt ?? 0}.`;
}

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
  cut: z.exactOptional(errorSchema),
});

/**
 * Matches the first line: CRC-32 of everything after it except the line feed (8 hex digits), a space, the facts. The
 * bytes of the result follow.
 */
const firstLine = /^([0-9a-f]{8}) (.*)$/s;

/** Writes a new file, which must not exist. It is on disk when this resolves. */
async function writeSpoolFile(path: string, { response, bytes }: SpoolFile, files: FileSystem): Promise<void> {
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
  const parsed = sum === sumOf(head, bytes) ? parseStored(headSchema, head) : null;
  if (!parsed) return null;
  const { v: _version, ...response } = parsed;
  return { response, bytes };
}

/**
 * Removes files that an ended process has written and no task will need. Every mention in a journal keeps a file, even
 * in a line that cannot be read: a mention of the file itself, or of a task that may still be adopted and may need the
 * response. `isUnneeded` says whether a task needs no file any longer, so that a file that the journal does not name now
 * is never named.
 */
async function removeSpoolOrphans(
  { folder, journalFolder, files, processes, clock }: SpoolOptions,
  isUnneeded: (task: string) => boolean,
): Promise<void> {
  const candidates: { readonly path: string; readonly name: string; readonly task: string }[] = [];
  for (const name of await files.readdir(folder).catch(() => [])) {
    const { identity, task } = parseSpoolName(name) ?? { identity: '', task: name };
    const path = join(folder, name);
    const isLeft = await isLeftBehind(path, identity, { files, processes, now: clock.now() });
    if (isLeft) candidates.push({ path, name, task });
  }
  const journals = candidates.length > 0 ? await readJournals(journalFolder, files) : null;
  if (!journals) return;
  const isMentioned = (what: string): boolean => journals.some((text) => text.includes(what));
  for (const { path, name, task } of candidates) {
    if (isMentioned(name) || (isMentioned(task) && !isUnneeded(task))) continue;
    await files.unlink(path).catch(() => undefined);
  }
}

/** Returns null if one of the journals is changing hands, because the files that it names are then unknown. */
async function readJournals(folder: string, files: FileSystem): Promise<readonly string[] | null> {
  const names = (await files.readdir(folder)).filter((name) => name.endsWith('.jsonl'));
  const texts = names.map(async (name) => (await readFile(join(folder, name), files)).toString('latin1'));
  return Promise.all(texts).catch(ifMissing(null));
}
