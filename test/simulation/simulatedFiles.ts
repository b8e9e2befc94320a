import type { FileSystem, OpenFile, Stats } from '../../src/node/files/fileSystem.ts';
import { fault, type Fault, type FileStep } from '../fakes/disk/faultyFiles.ts';
import type { MemoryDisk } from '../fakes/disk/memoryDisk.ts';
import type { Random } from './random.ts';
import type { VirtualTime } from './virtualTime.ts';

/** What a process sees of a disk. */
export interface SimulatedFilesOptions {
  /** The disk on which the calls act. The methods of its files act as soon as they are called. */
  readonly disk: Pick<MemoryDisk, 'files' | 'conceal'>;
  readonly time: VirtualTime;
  readonly random: Random;
  /**
   * Attributes that the machine remembers of files on a network drive, by path. An open file shows its present ones.
   */
  readonly remembered: Map<string, RememberedStats>;
  /** Whether the path is on a network drive. */
  readonly isShared: (path: string) => boolean;
  /** Whether the process is gone. */
  readonly isGone: () => boolean;
  /** Decides what happens to a call, and how many times longer than usual it takes. */
  readonly decide: (step: FileStep) => { readonly fault: Fault; readonly slowness: number };
  /** Called with each call. */
  readonly note: (step: FileStep) => void;
}

export interface RememberedStats {
  readonly stats: Stats;
  /** End of their validity, in ms of the world. */
  readonly until: number;
}

/** A network drive shows attributes that are up to this old. */
const maxAgeMs = 3_000;
const [usualMs, syncMs] = [0.3, 4];
/** Some writes are visible only in part for up to this time, as on a network drive. */
const [partChance, partMs] = [0.2, 300];

/**
 * A disk whose calls take time. A call that is under way when the process ends is carried out, in part, or not at all.
 */
export function createSimulatedFiles(options: SimulatedFilesOptions): FileSystem {
  const { disk, time, random, remembered, isShared, isGone, decide, note } = options;
  const { files } = disk;
  const take = <T>(step: FileStep, act: (most: number) => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      if (isGone()) return;
      note(step);
      const { fault: befalls, slowness } = decide(step);
      if (befalls === 'never') return;
      const isSync = step.name === 'sync' || step.name === 'datasync';
      time.after(random.between(0.1, 2) * (isSync ? syncMs : usualMs) * slowness, () => {
        if (isGone()) return void (random.chance(0.5) && act(1 + random.below(200)).catch(() => undefined));
        if (befalls && 'code' in befalls) return reject(fault(befalls.code));
        act(befalls?.atMost ?? Infinity).then(resolve, reject);
      });
    });
  const readStats = async (path: string, read: () => Promise<Stats>): Promise<Stats> => {
    if (!isShared(path)) return read();
    const before = remembered.get(path);
    if (before && before.until > time.now()) return before.stats;
    const stats = await read();
    remembered.set(path, { stats, until: time.now() + random.between(0, maxAgeMs) });
    return stats;
  };
  /** Carries out a change. The machine sees its own changes at once. */
  const change = <T>(paths: readonly string[], act: () => Promise<T>): Promise<T> => {
    for (const path of paths) remembered.delete(path);
    return act();
  };
  /** For a while, others see only a part of what was written. */
  const showInParts = async (path: string, bytes: number): Promise<void> => {
    const show = disk.conceal(path, random.below(bytes));
    await time.wait(random.between(0.1, partMs));
    show();
  };
  const wrapFile = (file: OpenFile, path: string): OpenFile => {
    const step = <T>(name: FileStep['name'], act: (most: number) => Promise<T>, what = ''): Promise<T> =>
      take({ name, path, what }, act);
    const write: OpenFile['write'] = (bytes, offset, length, position) =>
      step(
        'write',
        async (most) => {
          remembered.delete(path);
          const written = await file.write(bytes, offset, Math.min(length, most), position);
          if (random.chance(partChance)) await showInParts(path, written.bytesWritten);
          return written;
        },
        String(length),
      );
    return {
      read: (buffer, offset, length, position) =>
        step('read', (most) => file.read(buffer, offset, Math.min(length, most), position)),
      write,
      writev(chunks, position) {
        const bytes = Buffer.concat(chunks);
        return write(bytes, 0, bytes.length, position);
      },
      stat: () => step('stat', () => file.stat()),
      sync: () => step('sync', () => file.sync()),
      datasync: () => step('datasync', () => file.datasync()),
      truncate: (bytes) => step('truncate', () => file.truncate(bytes)),
      close: () => step('close', () => file.close()),
    };
  };
  return {
    ...files,
    open: (path, flags, mode) =>
      take({ name: 'open', path, what: String(flags) }, async () =>
        wrapFile(await change([path], () => files.open(path, flags, mode)), path),
      ),
    stat: (path) => take({ name: 'stat', path, what: '' }, () => readStats(path, () => files.stat(path))),
    lstat: (path) => take({ name: 'lstat', path, what: '' }, () => readStats(path, () => files.lstat(path))),
    realpath: (path) => take({ name: 'realpath', path, what: '' }, () => files.realpath(path)),
    readdir: (path) => take({ name: 'readdir', path, what: '' }, () => files.readdir(path)),
    mkdir: (path, mode) => take({ name: 'mkdir', path, what: '' }, () => files.mkdir(path, mode)),
    rename: (from, to) =>
      take({ name: 'rename', path: from, what: to }, () => change([from, to], () => files.rename(from, to))),
    link: (existing, name) =>
      take({ name: 'link', path: existing, what: name }, () =>
        change([existing, name], () => files.link(existing, name)),
      ),
    unlink: (path) => take({ name: 'unlink', path, what: '' }, () => change([path], () => files.unlink(path))),
    rmdir: (path) => take({ name: 'rmdir', path, what: '' }, () => change([path], () => files.rmdir(path))),
    copyFile: (from, to, mode) =>
      take({ name: 'copyFile', path: from, what: to }, () => change([to], () => files.copyFile(from, to, mode))),
    touch: (path) => take({ name: 'touch', path, what: '' }, () => change([path], () => files.touch(path))),
  };
}
