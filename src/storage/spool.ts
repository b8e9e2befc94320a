import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log, SpoolPort } from '../core/task/ports.ts';
import { markProcess } from './processMark.ts';
import { removeSpoolOrphans } from './spoolOrphans.ts';
import { syncFolder } from './syncFolder.ts';

/** Reads what the spool keeps. */
export interface Spool extends SpoolPort {
  /** Rejects when it is no longer there. */
  read(name: string): Promise<Uint8Array>;
}

export interface SpoolOptions {
  readonly folder: string;
  /** Of the journals, which name what is in use. */
  readonly journalFolder: string;
  readonly log: Pick<Log, 'error'>;
}

/**
 * Media that came inside an answer, in a folder of its own, on disk before the journal names them. When the disk takes
 * nothing they stay in memory, for they may be paid for: then they last as long as this process.
 */
export function createSpool({ folder, journalFolder, log }: SpoolOptions): Spool {
  const inMemory = new Map<string, Uint8Array>();
  const pathOf = (name: string): string => join(folder, name.replace(/[^\w.-]/g, '').replace(/^\.+/, ''));
  const write = async (name: string, bytes: Uint8Array): Promise<void> => {
    await mkdir(folder, { recursive: true });
    const handle = await open(pathOf(name), 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await syncFolder(folder);
  };
  return {
    async put({ source, title, lyrics }) {
      if (source.kind === 'url') return { source, title, lyrics };
      const isText = source.kind === 'text';
      const bytes = isText ? Buffer.from(source.text, 'utf8') : source.bytes;
      const mediaType = isText ? 'text/markdown' : source.mediaType;
      const name = `${markProcess()}-${randomBytes(8).toString('hex')}`;
      await write(name, bytes).catch((error: unknown) => {
        log.error(`A result can not be put aside, and is kept in memory: ${String(error)}`);
        inMemory.set(name, bytes);
      });
      return { source: { kind: 'spooled', name, mediaType }, title, lyrics };
    },
    async read(name) {
      return inMemory.get(name) ?? (await readFile(pathOf(name)));
    },
    async remove(sources) {
      for (const source of sources) {
        if (source.kind !== 'spooled') continue;
        inMemory.delete(source.name);
        await unlink(pathOf(source.name)).catch(() => undefined);
      }
    },
    async removeOrphans() {
      await removeSpoolOrphans({ folder, journalFolder }).catch((error: unknown) =>
        log.error(`What is left in the spool stays there: ${String(error)}`),
      );
    },
  };
}
