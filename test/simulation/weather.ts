import { basename } from 'node:path';
import type { Fault, FileStep } from '../fakes/disk/faultyFiles.ts';
import type { Random } from './random.ts';
import type { VirtualTime } from './virtualTime.ts';

export const diskFaults = ['EIO', 'ENOSPC', 'EBUSY', 'EPERM', 'EMFILE', 'ESTALE', 'short', 'slow'] as const;
export type DiskFault = (typeof diskFaults)[number];

/** Faults of some calls within a time. */
export interface Weather {
  readonly lastsMs: number;
  /** Probability that a call has the fault. With 1, all calls have it. */
  readonly chance: number;
  /** Highest number of calls with the fault. */
  readonly most: number;
}

/** Calls that need room on the disk. */
const roomSteps: ReadonlySet<FileStep['name']> = new Set(['write', 'mkdir', 'link', 'copyFile', 'open', 'rename']);

/** Converts a fault to its effect on one call: an error, or how many times longer than usual the call takes. */
export function mapDiskFault(
  fault: DiskFault | null,
  { name, path, what }: FileStep,
  random: Random,
): { readonly fault: Fault; readonly slowness: number } {
  if (fault === null) return { fault: undefined, slowness: 1 };
  if (fault === 'slow') return { fault: undefined, slowness: random.between(5, 500) };
  if (fault === 'short') return { fault: { atMost: 1 + random.below(100) }, slowness: 1 };
  const isReading = name === 'open' && (what === 'r' || Number(what) % 2 === 0);
  if (fault === 'ENOSPC' && (isReading || !roomSteps.has(name))) return { fault: undefined, slowness: 1 };
  // Only a system that makes names durable without a sync refuses to sync a folder with this code.
  const isFolder = !basename(path).includes('.');
  return { fault: { code: fault === 'EPERM' && isFolder ? 'EIO' : fault }, slowness: 1 };
}

/** Creates a list of faults that calls have for a while. */
export function createWeatherList<F>(time: VirtualTime, random: Random) {
  let list: { readonly fault: F; readonly until: number; readonly chance: number; left: number }[] = [];
  let last = 0;
  return {
    add({ fault, lastsMs, chance, most }: Weather & { readonly fault: F }): void {
      last = Math.max(last, time.now() + lastsMs);
      list.push({ fault, until: time.now() + lastsMs, chance, left: most });
    },
    clear: (): void => void (list = []),
    until: (): number => last,
    /** Returns the fault of the next call; null without one. `fits`: whether the call can have it. */
    decide(fits: (fault: F) => boolean = () => true): F | null {
      list = list.filter(({ until, left }) => left > 0 && until >= time.now());
      for (const each of list) {
        if (!fits(each.fault) || !random.chance(each.chance)) continue;
        each.left -= 1;
        return each.fault;
      }
      return null;
    },
  };
}
