import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log, SpoolPort } from '../core/task/ports.ts';
import { syncFolder } from './syncFolder.ts';

/** Reads what the spool keeps. */
export interface Spool extends SpoolPort {
  /** Rejects when it is no longer there. */
  read(name: string): Promise<Uint8Array>;
}

/**
 * Media that came inside an answer, in a folder of its own. When the disk takes nothing they stay in memory, for they may
 * be paid for: then they last as long as this process.
 */
export function createSpool(folder: string, log: Pick<Log, 'error'>): Spool {
  const inMemory = new Map<string, Uint8Array>();
  const pathOf = (name: string): string => join(folder, name.replace(/[^\w-]/g, ''));
  const write = async (name: string, bytes: Uint8Array): Promise<void> => {
    await mkdir(folder, { recursive: true });
    const handle = await open(pathOf(name), 'wx');
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
      const name = randomUUID();
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
  };
}
