import { uptime } from 'node:os';
import { join } from 'node:path';
import type { FileSystem } from './files/fileSystem.ts';
import { nobody, ownerOf } from './journalNames.ts';
import { findProcess, isStartKnown } from './processMark.ts';

/** How often the owner of a journal touches it, whether or not there is anything to write. */
export const beatMs = 20_000;
/** A journal that nobody has touched for so long is left behind, where its process can not be asked for. */
const leaseMs = 180_000;
/** Time between two looks counts up to this: after a sleep of the machine the owner has to have its chance to beat. */
const maxGapMs = 60_000;

/** Tells journals that are left behind from those that somebody writes. */
export interface JournalLeases {
  /** Whether the process that wrote this file is gone. Has to be asked now and then: a lease is seen to run out. */
  isOrphan(name: string): Promise<boolean>;
}

interface Look {
  /** Changes with each beat. */
  readonly facts: string;
  readonly at: number;
  readonly quietMs: number;
}

/**
 * On this machine the process itself is the truth, also one that is suspended. Where nobody can ask for it (another
 * machine or container on shared storage, one that was renamed, a start that is not known) its beat is. What counts is
 * the time that this process has seen pass between unchanged looks, so no clock of two machines is compared, and a clock
 * that is set changes nothing. `monotonicMs` never goes back.
 */
export function createJournalLeases(folder: string, monotonicMs: () => number, files: FileSystem): JournalLeases {
  const looks = new Map<string, Look>();
  const hasRunOut = async (name: string): Promise<boolean> => {
    const facts = await files.stat(join(folder, name)).catch(() => null);
    if (!facts) return false;
    const now = monotonicMs();
    const before = looks.get(name);
    const mark = [facts.ino, facts.size, facts.mtimeMs].join(' ');
    const isQuiet = before?.facts === mark;
    const quietMs = isQuiet ? before.quietMs + Math.min(maxGapMs, now - before.at) : 0;
    looks.set(name, { facts: mark, at: now, quietMs });
    return quietMs >= leaseMs;
  };
  return {
    async isOrphan(name) {
      const owner = ownerOf(name);
      if (owner === nobody) return true;
      const found = findProcess(owner);
      // A file of this very process that is not its own is from an engine that it had before.
      if (found === 'self' || found === 'gone') return true;
      if (found === 'alive')
        return !isStartKnown(owner) && ((await isOfEarlierBoot(folder, name, files)) || hasRunOut(name));
      return hasRunOut(name);
    },
  };
}

async function isOfEarlierBoot(folder: string, name: string, files: FileSystem): Promise<boolean> {
  const startedAt = Date.now() - uptime() * 1_000;
  const facts = await files.stat(join(folder, name)).catch(() => null);
  return facts !== null && facts.mtimeMs < startedAt;
}
