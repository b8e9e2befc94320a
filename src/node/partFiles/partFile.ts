import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { FileSystem, OpenFile } from '../files/fileSystem.ts';
import { writeChunks } from '../files/wholeFile.ts';
import { type Processes, isLeftBehind } from '../processes/processes.ts';

/** Chunks are gathered up to this size and written by one system call, because many small ones are slow. */
const batchBytes = 1024 * 1024;
/** The caller has to wait if more bytes than this wait for the disk. */
const maxWaitingBytes = 2 * 1024 * 1024;
/** After this many bytes the disk begins to make them durable beside the next ones, so that the last sync is short. */
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
  const path = join(folder, buildPartName(name, ports));
  return new PartFile(path, await ports.files.open(path, 'wx'), ports.files);
}

/**
 * A file that is being written and hashed, under a name that cannot be mistaken for an artifact. Its bytes are written in
 * their order beside the caller, and a failure is reported by the next promise.
 */
export class PartFile {
  readonly path: string;
  readonly #file: OpenFile;
  readonly #files: FileSystem;
  #hash = createHash('sha256');
  #gathered: Uint8Array[] = [];
  #gatheredBytes = 0;
  #waitingBytes = 0;
  #writtenBytes = 0;
  #unsyncedBytes = 0;
  #isSyncing = false;
  #isClosed = false;
  #writing: Promise<void> = Promise.resolve();
  #syncing: Promise<void> = Promise.resolve();

  constructor(path: string, file: OpenFile, files: FileSystem) {
    this.path = path;
    this.#file = file;
    this.#files = files;
  }

  /**
   * Returns a promise if more bytes wait than the limit. Await it before the next write, so that they use little memory.
   * All bytes keep their order anyway, because a connection that ends passes on its last ones at once.
   */
  write(chunk: Uint8Array): Promise<void> | undefined {
    this.#hash.update(chunk);
    this.#gathered.push(chunk);
    this.#gatheredBytes += chunk.length;
    if (this.#gatheredBytes < batchBytes) return undefined;
    const written = this.#writeGathered();
    return this.#waitingBytes > maxWaitingBytes ? written : undefined;
  }

  /** Discards what was written: the next bytes are the first ones. */
  restart(): void {
    this.#hash = createHash('sha256');
    [this.#gathered, this.#gatheredBytes] = [[], 0];
    void this.#continue(async () => {
      if (this.#writtenBytes > 0) await this.#file.truncate(0);
      this.#writtenBytes = 0;
    });
  }

  /** Writes the waiting bytes and makes the file durable. Returns the SHA-256 of its content as 64 hex digits. */
  async finish(): Promise<string> {
    await this.#writeGathered();
    // The system reports a failure only once, so one of an earlier sync counts.
    await this.#syncing;
    await this.#file.sync();
    await this.#close();
    return this.#hash.digest('hex');
  }

  /** Closes the file and removes it if it still has this name. Never rejects. */
  async discard(): Promise<void> {
    await Promise.allSettled([this.#writing]);
    // The last write may have begun a sync.
    await Promise.allSettled([this.#syncing]);
    await this.#close().catch(() => undefined);
    await this.#files.unlink(this.path).catch(() => undefined);
  }

  #writeGathered(): Promise<void> {
    const [batch, bytes] = [this.#gathered, this.#gatheredBytes];
    [this.#gathered, this.#gatheredBytes] = [[], 0];
    this.#waitingBytes += bytes;
    return this.#continue(async () => {
      await writeChunks(this.#file, batch, this.#writtenBytes);
      this.#writtenBytes += bytes;
      this.#waitingBytes -= bytes;
      this.#unsyncedBytes += bytes;
      if (this.#unsyncedBytes >= syncBytes && !this.#isSyncing) this.#startSync();
    });
  }

  /** Does this after all that was begun before. After a failure, nothing more is done. */
  #continue(step: () => Promise<void>): Promise<void> {
    this.#writing = this.#writing.then(step);
    // The next call that awaits a write reports its failure. Until then the failure must not be unhandled.
    this.#writing.catch(() => undefined);
    return this.#writing;
  }

  #startSync(): void {
    this.#unsyncedBytes = 0;
    this.#isSyncing = true;
    // After a failure there is no other sync, so that it stays the last one.
    this.#syncing = this.#file.datasync().then(() => void (this.#isSyncing = false));
    this.#syncing.catch(() => undefined);
  }

  async #close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#file.close();
  }
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
