import type { FileSystem } from '../files/fileSystem.ts';

/** The processes that share a storage folder, on this machine and on others. */
export interface Processes {
  /**
   * The identity of this process: `<machine>.<boot>.<process table>.<process id>.<start>`. It has at most 38
   * characters, all of which are allowed in file names, and no other process has the same one. That of an engine has
   * `.<thread>.<number>` at the end.
   */
  readonly self: string;
  /** The first part of the identities of this machine, 8 hex digits. */
  readonly machine: string;
  /**
   * `alive` and `gone` are returned only for processes of the same process table. Everything else is `unknown`: another
   * machine or container, another boot, an identity of an earlier version, a process whose start the system does not
   * report.
   */
  find(identity: string): 'self' | 'alive' | 'gone' | 'unknown';
  /**
   * Returns when this machine was started, in Unix ms, if this process ran before that. Null if it did not, or if that
   * is unknown. Machines can share a name, and clocks are set: this alone does not prove that the process has ended.
   */
  rebootedAt(identity: string): number | null;
}

/** What the system reports about itself. A part that it does not report is null. */
export interface ProcessFacts {
  /** 8 hex digits. */
  readonly machine: string;
  /** Lowercase letters and digits. */
  readonly boot: string | null;
  isSameBoot(boot: string): boolean;
  /** Unix ms by the present clock. */
  readonly bootedAt: () => number;
  /** Identifies the processes that can see each other. Lowercase letters and digits. */
  readonly table: string | null;
  readonly pid: number;
  /** Distinguishes this process from an earlier one with the same id. Lowercase letters and digits. */
  readonly start: string;
  isAlive(pid: number): boolean;
  /** Returns the start of a process of this table. */
  readStart(pid: number): string | null;
}

const pattern = /^([0-9a-f]{8})\.([0-9a-z]+)\.([0-9a-z]+)\.([0-9a-z]+)\.([0-9a-z]+)(?:\.[0-9a-z]+){0,2}$/;
const untold = '0';

export function createProcesses(facts: ProcessFacts): Processes {
  const { machine, boot, table, pid } = facts;
  const self = [machine, boot ?? untold, table ?? untold, pid.toString(36), facts.start].join('.');
  const isOurBoot = (other: string): boolean => boot !== null && other !== untold && facts.isSameBoot(other);
  return {
    self,
    machine,
    find(identity) {
      if (identity === self) return 'self';
      const [, itsMachine, itsBoot = untold, itsTable, itsPid = '', itsStart] = pattern.exec(identity) ?? [];
      const isShared = itsMachine === machine && isOurBoot(itsBoot) && table !== null && itsTable === table;
      if (!isShared) return 'unknown';
      const id = Number.parseInt(itsPid, 36);
      if (!facts.isAlive(id)) return 'gone';
      const start = facts.readStart(id);
      if (start === null) return 'unknown';
      return start === itsStart ? 'alive' : 'gone';
    },
    rebootedAt(identity) {
      const [, itsMachine, itsBoot = untold] = pattern.exec(identity) ?? [];
      const isOther = itsMachine === machine && boot !== null && itsBoot !== untold && !facts.isSameBoot(itsBoot);
      return isOther ? facts.bootedAt() : null;
    },
  };
}

interface LeftBehindOptions {
  readonly files: FileSystem;
  readonly processes: Processes;
  /** Unix time in ms. */
  readonly now: number;
  /** How long a file is kept whose process is unknown, such as one on another machine, in ms. Default: 30 days. */
  readonly maxForeignAgeMs?: number;
}

/** Whether the process with this identity, which created the file, has ended, so that the file stays unfinished. */
export async function isLeftBehind(
  path: string,
  identity: string,
  { files, processes, now, maxForeignAgeMs = 30 * 24 * 60 * 60_000 }: LeftBehindOptions,
): Promise<boolean> {
  const found = processes.find(identity);
  if (found !== 'unknown') return found === 'gone';
  const facts = await files.stat(path).catch(() => null);
  return facts !== null && now - facts.mtimeMs > maxForeignAgeMs;
}
