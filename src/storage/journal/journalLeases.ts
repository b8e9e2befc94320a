import { join } from 'node:path';
import type { Holder } from '../../core/task/model/task.ts';
import { withFile } from '../../node/files/wholeFile.ts';
import type { PartPorts } from '../../node/partFiles/partFile.ts';
import { noOwner, ownerOf } from './journalFile.ts';

/** Interval at which the owner of a journal touches it, even if there is nothing to write. */
export const beatMs = 20_000;
/** A journal that was not touched for this long is an orphan if its process cannot be found. */
const leaseMs = 180_000;
/**
 * At most this much of the time between two looks is added to the lease: after the machine slept, the owner must have a
 * chance to touch its file.
 */
const maxGapMs = 60_000;

export type JournalLeases = ReturnType<typeof createJournalLeases>;

interface JournalLeasesOptions extends PartPorts {
  readonly folder: string;
  /** Returns a time in ms that never goes back. */
  readonly monotonicMs: () => number;
}

interface Look {
  /** Changes each time the owner touches the file. */
  readonly stamp: string;
  /** Unix ms by the clock of the owner. */
  readonly touchedAt: number;
  readonly at: number;
  readonly quietMs: number;
  /** The owner has touched the file between two looks. */
  readonly hasBeaten: boolean;
}

/**
 * Distinguishes orphaned journals from those that a process writes. If a process shares the process table, the system knows whether it runs, even while it is
 * suspended. For any other process, the lease decides. A lease adds the time that this process has measured between
 * unchanged looks: it does not compare the clocks of two machines, and a clock that is set does not matter.
 */
export function createJournalLeases({ folder, files, processes, monotonicMs }: JournalLeasesOptions) {
  const looks = new Map<string, Look>();
  /** Resolves to null if the file does not exist. */
  const look = async (name: string): Promise<Look | null> => {
    // Opening queries the server of a network folder, while the facts of a path may have been cached for minutes.
    const file = await files.open(join(folder, name), 'r').catch(() => null);
    const facts = file && (await withFile(file, () => file.stat()).catch(() => null));
    if (!facts) return null;
    const at = monotonicMs();
    const before = looks.get(name);
    const stamp = [facts.ino, facts.size, facts.mtimeMs].join(' ');
    const quietMs = before?.stamp === stamp ? before.quietMs + Math.min(maxGapMs, at - before.at) : 0;
    const hasBeaten = before !== undefined && (before.hasBeaten || before.stamp !== stamp);
    const seen = { stamp, touchedAt: facts.mtimeMs, at, quietMs, hasBeaten };
    looks.set(name, seen);
    return seen;
  };
  return {
    /** Returns what was known at the last look about the process that wrote this file. */
    findHolder(name: string): Exclude<Holder, 'newer'> {
      const owner = ownerOf(name);
      const found = owner === noOwner ? 'gone' : processes.find(owner);
      if (found !== 'unknown') return found === 'alive' ? 'alive' : 'gone';
      const seen = looks.get(name);
      return seen?.hasBeaten && seen.quietMs <= 2 * beatMs ? 'alive' : 'unknown';
    },
    /**
     * Whether the process that wrote this file has ended. Call it at intervals: a lease expires only while it is
     * checked.
     */
    async isOrphan(name: string): Promise<boolean> {
      const owner = ownerOf(name);
      if (owner === noOwner) return true;
      const found = processes.find(owner);
      // If a file has the identity of this process but is not its own, it is from an earlier engine of this process.
      if (found === 'self' || found === 'gone') return true;
      const seen = found === 'unknown' ? await look(name) : null;
      if (!seen) return false;
      const rebootedAt = processes.rebootedAt(owner);
      // Two machines may share a name, and a clock may be set, so the owner gets time to touch the file again.
      const isOfEarlierBoot = rebootedAt !== null && seen.touchedAt < rebootedAt && seen.quietMs > beatMs;
      return isOfEarlierBoot || seen.quietMs >= leaseMs;
    },
  };
}
