import { createHash } from 'node:crypto';
import type { OpenFile } from '../files/fileSystem.ts';
import { writeChunks } from '../files/wholeFile.ts';

/** Writes the bytes of a new file in their order, and hashes them. */
export interface PartWriter {
  /**
   * Returns a promise if more bytes wait than the limit. Await it before the next write, so that they use little memory.
   * All bytes keep their order anyway, because a connection that ends passes on its last ones at once.
   */
  readonly write: (chunk: Uint8Array) => Promise<void> | undefined;
  /** Discards what was written: the next bytes are the first ones. A failure is reported by the next promise. */
  readonly restart: () => void;
  /** Writes the waiting bytes. Returns the SHA-256 of all as 64 hex digits. Then nothing uses the file. */
  finish(): Promise<string>;
  /** Gives the waiting bytes up. Resolves when nothing uses the file. Never rejects. */
  stop(): Promise<void>;
}

/** Chunks are gathered up to this size and written by one system call, because many small ones are slow. */
const batchBytes = 1024 * 1024;
/** The caller has to wait if more bytes than this wait for the disk. */
const maxWaitingBytes = 2 * 1024 * 1024;

/** Writes in the calling thread, without blocking it. The caller closes the file. */
export function createBatchWriter(file: OpenFile): PartWriter {
  let hash = createHash('sha256');
  let gathered: Uint8Array[] = [];
  let gatheredBytes = 0;
  let waitingBytes = 0;
  let writtenBytes = 0;
  let writing: Promise<void> = Promise.resolve();
  const syncs = createSyncBehind(() => file.datasync());

  const writeAfter = async (before: Promise<void>, batch: readonly Uint8Array[], bytes: number): Promise<void> => {
    await before;
    await writeChunks(file, batch, writtenBytes);
    writtenBytes += bytes;
    waitingBytes -= bytes;
    syncs.wrote(bytes);
  };
  const emptyAfter = async (before: Promise<void>): Promise<void> => {
    await before;
    await file.truncate(0);
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
  const stop = async (): Promise<void> => {
    await Promise.allSettled([writing]);
    // The last write may have begun a sync.
    await Promise.allSettled([syncs.done()]);
  };
  return {
    stop,
    write(chunk) {
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
    async finish() {
      const written = start();
      await stop();
      await written;
      await syncs.done();
      return hash.digest('hex');
    },
  };
}

/** After this many bytes the disk begins to make them durable beside the next ones, so that the last sync is short. */
const syncBytes = 32 * 1024 * 1024;

/** Makes a file durable while it is still being written. */
interface SyncBehind {
  /** Call it after each write. */
  readonly wrote: (bytes: number) => void;
  /** Resolves when no sync runs. Rejects if one has failed, because the system reports a failure only once. */
  done(): Promise<void>;
}

export function createSyncBehind(datasync: () => Promise<void>): SyncBehind {
  let unsyncedBytes = 0;
  let isSyncing = false;
  let last: Promise<void> = Promise.resolve();

  const sync = async (): Promise<void> => {
    unsyncedBytes = 0;
    isSyncing = true;
    await datasync();
    // After a failure there is no other sync, so that it stays the last one.
    isSyncing = false;
  };
  return {
    wrote(bytes) {
      unsyncedBytes += bytes;
      if (unsyncedBytes < syncBytes || isSyncing) return;
      last = sync();
      last.catch(() => undefined);
    },
    done: () => last,
  };
}
