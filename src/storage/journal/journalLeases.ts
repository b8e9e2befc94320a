import { join } from 'node:path';
import type { Holder } from '../../core/task/model/task.ts';
import type { FileSystem, Stats } from '../files/fileSystem.ts';
import { withFile } from '../files/wholeFile.ts';
import { nobody, ownerOf } from './journalNames.ts';
import type { Processes } from '../process/processes.ts';

/** How often the owner of a journal touches it, whether or not there is anything to write. */
export const beatMs = 20_000;
/** A journal that was not touched for so long is an orphan, if its process cannot be found. */
const leaseMs = 180_000;
/** Time between two looks counts up to this: after a sleep of the machine the owner must have its chance to beat. */
const maxGapMs = 60_000;

/** Distinguishes orphaned journals from those that a process writes. */
export interface JournalLeases {
  /** Whether the process that wrote this file is gone. Call it now and then: a lease expires only while it is watched. */
  isOrphan(name: string): Promise<boolean>;
  /** What is known of the process that wrote this file, as of the last look. */
  findHolder(name: string): Exclude<Holder, 'newer'>;
}

export interface JournalLeasesOptions {
  readonly folder: string;
  readonly files: FileSystem;
  readonly processes: Processes;
  /** Never goes back, in ms. */
  readonly monotonicMs: () => number;
}

interface Look {
  /** Changes with each beat. */
  readonly facts: string;
  /** Unix ms by the clock of the owner. */
  readonly touchedAt: number;
  readonly at: number;
  readonly quietMs: number;
  /** A beat was seen. */
  readonly hasBeaten: boolean;
}

/**
 * A process of the same process table is the truth, even while it is suspended. Of any other process the beat is. A lease
 * counts the time that this process has seen pass between unchanged looks: it compares no clocks of two machines, and a
 * clock that is set does not matter.
 */
export function createJournalLeases({ folder, files, processes, monotonicMs }: JournalLeasesOptions): JournalLeases {
  const looks = new Map<string, Look>();
  /** Null when the file is not there. */
  const look = async (name: string): Promise<Look | null> => {
    const facts = await readFacts(join(folder, name), files).catch(() => null);
    if (!facts) return null;
    const at = monotonicMs();
    const before = looks.get(name);
    const mark = [facts.ino, facts.size, facts.mtimeMs].join(' ');
    const quietMs = before?.facts === mark ? before.quietMs + Math.min(maxGapMs, at - before.at) : 0;
    const hasBeaten = before !== undefined && (before.hasBeaten || before.facts !== mark);
    const seen = { facts: mark, touchedAt: facts.mtimeMs, at, quietMs, hasBeaten };
    looks.set(name, seen);
    return seen;
  };
  return {
    findHolder(name) {
      const owner = ownerOf(name);
      const found = owner === nobody ? 'gone' : processes.find(owner);
      if (found !== 'unknown') return found === 'alive' ? 'alive' : 'gone';
      const seen = looks.get(name);
      return seen?.hasBeaten && seen.quietMs <= 2 * beatMs ? 'alive' : 'unknown';
    },
    async isOrphan(name) {
      const owner = ownerOf(name);
      if (owner === nobody) return true;
      const found = processes.find(owner);
      // A file of this very process that is not its own is from an engine that it had before.
      if (found === 'self' || found === 'gone') return true;
      const seen = found === 'unknown' ? await look(name) : null;
      if (!seen) return false;
      const rebootedAt = processes.rebootedAt(owner);
      // Two machines may share a name, and a clock may be set: the owner has the time to beat once more.
      const isOfEarlierBoot = rebootedAt !== null && seen.touchedAt < rebootedAt && seen.quietMs > beatMs;
      return isOfEarlierBoot || seen.quietMs >= leaseMs;
    },
  };
}

/** To open a file asks the server of a network folder, where the facts of a path may be some that were kept for minutes. */
async function readFacts(path: string, files: FileSystem): Promise<Stats> {
  return withFile(await files.open(path, 'r'), (file) => file.stat());
}
