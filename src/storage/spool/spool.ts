import { join } from 'node:path';
import type { Delivery } from '../../core/task/gatewayPort.ts';
import type { Log, SpoolPort } from '../../core/task/ports.ts';
import type { Result } from '../../core/task/model/taskEntry.ts';
import type { FileSystem } from '../../node/files/fileSystem.ts';
import { makeFolder, syncFolder } from '../../node/files/syncFolder.ts';
import type { Processes } from '../../node/processes/processes.ts';
import type { Clock } from '../../core/support/clock.ts';
import { readSpoolFile, writeSpoolFile, type SpoolFile } from './spoolFile.ts';
import { createSpoolName, isSpoolNameOf, readSpoolName } from './spoolName.ts';
import { removeSpoolOrphans } from './spoolOrphans.ts';

/** A spool whose files can be read. */
export interface Spool extends SpoolPort {
  /** Rejects when the file does not exist or is not whole. */
  read(name: string): Promise<Uint8Array>;
}

export interface SpoolOptions {
  readonly folder: string;
  /** Folder of the journals, which name the files in use. */
  readonly journalFolder: string;
  readonly files: FileSystem;
  readonly processes: Processes;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Log, 'error'>;
}

/**
 * Creates the spool: media that came in a response, in a separate folder, on disk before the journal names them. If the
 * disk accepts nothing, they stay in memory until it does, because they may be paid for.
 */
export function createSpool(options: SpoolOptions): Spool {
  const { folder, files, processes, log } = options;
  const inMemory = new Map<string, SpoolFile>();
  const pathOf = (name: string): string => join(folder, name.replace(/[^\w.-]/g, '').replace(/^\.+/, ''));
  const remove = (name: string): Promise<void> => files.unlink(pathOf(name)).catch(() => undefined);
  const write = async (name: string, file: SpoolFile): Promise<void> => {
    await makeFolder(folder, files);
    await writeSpoolFile(pathOf(name), file, files);
    await syncFolder(folder, files);
  };
  const writeOrKeep = async (name: string, file: SpoolFile): Promise<void> => {
    try {
      await write(name, file);
    } catch (error) {
      log.error(`A result cannot be put aside, and is kept in memory: ${String(error)}`);
      // The file is removed before a flush knows the result. Otherwise this would remove what the flush has written.
      await remove(name);
      inMemory.set(name, file);
    }
  };
  const writeKept = async (): Promise<void> => {
    for (const [name, file] of inMemory) {
      // The file of an earlier attempt would prevent the write.
      await remove(name);
      const isWritten = await write(name, file).then(
        () => true,
        () => false,
      );
      // The result may have been saved meanwhile.
      if (isWritten && !inMemory.delete(name)) await remove(name);
    }
  };
  let flushing: Promise<void> = Promise.resolve();
  const readWhole = (name: string): Promise<SpoolFile | null> => readSpoolFile(pathOf(name), files).catch(() => null);
  return {
    async put(request, { deliveries, amountUsd, text }) {
      const parts = deliveries.map((delivery) =>
        mapDelivery(delivery, () => createSpoolName(processes.self, request, files)),
      );
      const response = { results: parts.map(({ result }) => result), amountUsd, text };
      const keep = async ({ result: { source }, bytes }: Part): Promise<void> => {
        if (source.kind === 'spooled' && bytes) await writeOrKeep(source.name, { response, bytes });
      };
      await Promise.all(parts.map(keep));
      return response;
    },
    async find(request) {
      const names = (await files.readdir(folder).catch(() => [])).filter((name) => isSpoolNameOf(name, request));
      const read = await Promise.all(names.map(readWhole));
      const whole = new Set(names.filter((_, at) => read[at]));
      const isThere = ({ source }: Result): boolean => source.kind === 'url' || whole.has(source.name);
      return read.find((file) => file?.response.results.every(isThere))?.response ?? null;
    },
    async listTasks() {
      const names = await files.readdir(folder).catch(() => []);
      return new Set(names.flatMap((name) => readSpoolName(name)?.task ?? []));
    },
    async read(name) {
      const kept = inMemory.get(name);
      if (kept) return kept.bytes;
      const file = await readSpoolFile(pathOf(name), files);
      if (!file) throw new Error(`${name} is damaged`);
      return file.bytes;
    },
    async remove(sources) {
      for (const source of sources) {
        if (source.kind !== 'spooled') continue;
        inMemory.delete(source.name);
        await remove(source.name);
      }
    },
    flush() {
      // Flushes run one after another, because each removes the file that the other one writes.
      flushing = flushing.then(writeKept);
      return flushing;
    },
    async removeOrphans(isOver) {
      await removeSpoolOrphans({ ...options, isOver }).catch((error: unknown) =>
        log.error(`What is left in the spool stays there: ${String(error)}`),
      );
    },
  };
}

interface Part {
  readonly result: Result;
  /** Bytes that have to be kept. Null if the gateway keeps them. */
  readonly bytes: Uint8Array | null;
}

function mapDelivery({ source, title, lyrics }: Delivery, createName: () => string): Part {
  if (source.kind === 'url') return { result: { source, title, lyrics }, bytes: null };
  const isText = source.kind === 'text';
  const mediaType = isText ? 'text/markdown' : source.mediaType;
  return {
    result: { source: { kind: 'spooled', name: createName(), mediaType }, title, lyrics },
    bytes: isText ? Buffer.from(source.text, 'utf8') : source.bytes,
  };
}
