import { join } from 'node:path';
import { type Processes, isLeftBehind } from '../processes/processes.ts';
import type { FileSystem } from '../files/fileSystem.ts';
import { createBatchWriter, type PartWriter } from './partWriter.ts';

/** A file that is being written, under a name that cannot be mistaken for an artifact. */
export interface PartFile {
  readonly path: string;
  /**
   * Discards what was written: the next bytes are the first ones. `bytes` is their number, if it is known. Call it
   * before the first write, too, so that a thread can write a large file. A failure is reported by the next promise.
   */
  readonly begin: (bytes: number | null) => void;
  /**
   * Returns a promise if more bytes wait than the limit. Await it before the next write, so that they use little memory.
   * All bytes keep their order anyway, because a connection that ends passes on its last ones at once.
   */
  readonly write: (chunk: Uint8Array) => Promise<void> | undefined;
  /** Writes the waiting bytes and makes the file durable. Returns the SHA-256 of its content as 64 hex digits. */
  finish(): Promise<string>;
  /** Closes the file and removes it if it still has this name. */
  discard(): Promise<void>;
}

/** A file of this size is written by a separate thread. A smaller one is written before such a thread has started. */
const threadBytes = 64 * 1024 * 1024;

/**
 * A part from another machine on a shared drive is kept for this long, because it is unknown whether its process runs.
 */
const maxForeignAgeMs = 24 * 60 * 60_000;

/** The disk, and the process that writes to it. */
export interface PartPorts {
  readonly files: FileSystem;
  readonly processes: Processes;
}

export interface PartOptions extends PartPorts {
  /**
   * Writes to an existing file in a separate thread. Throws if the system has none left. In that case, and without this
   * function, this thread writes large files, too.
   */
  readonly startWriter?: ((path: string) => PartWriter) | undefined;
}

/**
 * Returns a name that no other process creates and that `removeStaleParts` recognizes. It is at most 54 bytes longer
 * than `name`.
 */
export function buildPartName(name: string, { files, processes }: PartPorts): string {
  return `.${name}.part-${processes.self}.${files.createSuffix(4)}`;
}

/** Creates `.<name>.part-<random>` in the folder. The random part also identifies the process that writes the file. */
export async function createPartFile(folder: string, name: string, ports: PartOptions): Promise<PartFile> {
  const { files, startWriter } = ports;
  const path = join(folder, buildPartName(name, ports));
  const handle = await files.open(path, 'wx');
  let writer = createBatchWriter(handle);
  let hasWritten = false;
  let hasThread = false;
  let isClosed = false;
  const close = async (): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    await handle.close();
  };
  return {
    path,
    begin(bytes) {
      if (hasWritten) writer.restart();
      else if (startWriter && !hasThread && (bytes ?? 0) >= threadBytes) {
        try {
          writer = startWriter(path);
          hasThread = true;
        } catch {
          // This thread writes the file, because a result that is paid for is saved without a thread, too.
        }
      }
    },
    write(chunk) {
      hasWritten = true;
      return writer.write(chunk);
    },
    async finish() {
      const sha256 = await writer.finish();
      await handle.sync();
      await close();
      return sha256;
    },
    async discard() {
      await writer.stop();
      await close().catch(() => undefined);
      await files.unlink(path).catch(() => undefined);
    },
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
