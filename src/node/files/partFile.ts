import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Processes, isLeftBehind } from '../processes/processes.ts';
import type { FileSystem, OpenFile } from './fileSystem.ts';
import { writeChunks } from './wholeFile.ts';

/** A file that is being written, under a name that cannot be mistaken for an artifact. */
export interface PartFile {
  readonly path: string;
  /** Returns a promise if more bytes wait than the limit. The caller must await it before the next write. */
  readonly write: (chunk: Uint8Array) => Promise<void> | undefined;
  /** Discards what was written: the next bytes are the first ones. A failure is reported by the next promise. */
  readonly restart: () => void;
  /** Writes the waiting bytes and makes the file durable. Returns the SHA-256 of its content as 64 hex digits. */
  finish(): Promise<string>;
  /** Closes the file and removes it if it still has this name. */
  discard(): Promise<void>;
}

/** Chunks are gathered up to this size and written by one system call, because many small ones are slow. */
const batchBytes = 1024 * 1024;
/** The caller has to wait if more bytes than this wait for the disk. */
const maxWaitingBytes = 2 * 1024 * 1024;
/** After this many bytes the disk begins to make them durable beside the next ones, so that `finish` waits for few. */
const syncBytes = 32 * 1024 * 1024;

/**
 * A part from another machine on a shared drive is kept for this long, because it is unknown whether its process runs.
 */
const maxForeignAgeMs = 24 * 60 * 60_000;

/** The disk, and the process that writes to it. */
export interface PartPorts {
  readonly files: FileSystem;
  readonly processes: Processes;
}

/**
 * Returns a name that no other process creates and that `removeStaleParts` recognizes. It is at most 54 bytes longer
 * than `name`.
 */
export function buildPartName(name: string, { files, processes }: PartPorts): string {
  return `.${name}.part-${processes.self}.${files.createSuffix(4)}`;
}

/** Creates `.<name>.part-<random>` in the folder. The random part also identifies the process that writes the file. */
export async function createPartFile(folder: string, name: string, ports: PartPorts): Promise<PartFile> {
  const { files } = ports;
  const path = join(folder, buildPartName(name, ports));
  const handle = await files.open(path, 'wx');
  const batches = createBatches(handle);
  let isClosed = false;
  const close = async (): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    await handle.close();
  };
  return {
    path,
    write: (chunk) => batches.write(chunk),
    restart: () => batches.restart(),
    async finish() {
      await batches.flush();
      await handle.sync();
      await close();
      return batches.digest();
    },
    async discard() {
      await batches.flush().catch(() => undefined);
      await close().catch(() => undefined);
      await files.unlink(path).catch(() => undefined);
    },
  };
}

function createBatches(handle: OpenFile) {
  let hash = createHash('sha256');
  let gathered: Uint8Array[] = [];
  let gatheredBytes = 0;
  let waitingBytes = 0;
  let writtenBytes = 0;
  let writing: Promise<void> = Promise.resolve();
  let unsyncedBytes = 0;
  let isSyncing = false;
  /** The last sync. A failed one stays the last, because the system reports a failure only once. */
  let synced: Promise<void> = Promise.resolve();

  const sync = async (): Promise<void> => {
    unsyncedBytes = 0;
    isSyncing = true;
    await handle.datasync();
    isSyncing = false;
  };
  const writeAfter = async (before: Promise<void>, batch: readonly Uint8Array[], bytes: number): Promise<void> => {
    await before;
    await writeChunks(handle, batch, writtenBytes);
    writtenBytes += bytes;
    waitingBytes -= bytes;
    unsyncedBytes += bytes;
    if (unsyncedBytes < syncBytes || isSyncing) return;
    synced = sync();
    synced.catch(() => undefined);
  };
  const emptyAfter = async (before: Promise<void>): Promise<void> => {
    await before;
    await handle.truncate(0);
    writtenBytes = 0;
  };
  const start = (): Promise<void> => {
    const batch = gathered;
    const bytes = gatheredBytes;
    gathered = [];
    gatheredBytes = 0;
    waitingBytes += bytes;
    writing = writeAfter(writing, batch, bytes);
    // The next call that awaits a write reports its failure. Until then the failure must not be unhandled.
    writing.catch(() => undefined);
    return writing;
  };
  return {
    write(chunk: Uint8Array): Promise<void> | undefined {
      hash.update(chunk);
      gathered.push(chunk);
      gatheredBytes += chunk.length;
      if (gatheredBytes < batchBytes) return undefined;
      const written = start();
      return waitingBytes > maxWaitingBytes ? written : undefined;
    },
    restart() {
      hash = createHash('sha256');
      [gathered, gatheredBytes] = [[], 0];
      writing = emptyAfter(writing);
      writing.catch(() => undefined);
    },
    /** Resolves when everything is written and nothing uses the file. */
    async flush(): Promise<void> {
      const [written] = await Promise.allSettled([start()]);
      await synced;
      if (written.status === 'rejected') throw written.reason;
    },
    digest: (): string => hash.digest('hex'),
  };
}

const partName = /^\..+\.part-([0-9a-f]{8}(?:\.[0-9a-z]+){2,4})\.[0-9a-f]{8,12}$/;

/** Removes those of the `names` in a folder that are parts whose processes have ended. Never rejects. */
export async function removeStaleParts(
  folder: string,
  names: readonly string[],
  { now, ...ports }: PartPorts & { readonly now: number },
): Promise<void> {
  const parts = names.filter((name) => partName.test(name));
  for (const name of parts) {
    const path = join(folder, name);
    const [, identity = ''] = partName.exec(name) ?? [];
    const isAbandoned = await isLeftBehind(path, identity, { ...ports, now, maxForeignAgeMs });
    if (isAbandoned) await ports.files.unlink(path).catch(() => undefined);
  }
}
