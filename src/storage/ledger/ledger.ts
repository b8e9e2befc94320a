import { join } from 'node:path';
import type { Clock } from '../../core/support/clock.ts';
import { groupBy } from '../../core/support/groupBy.ts';
import type { Charge, LedgerRecord } from '../../core/task/money/charge.ts';
import type { LedgerPort } from '../../core/task/money/ledgerPort.ts';
import type { FileSystem } from '../files/fileSystem.ts';
import { makeFolder } from '../files/syncFolder.ts';
import { isMissing } from '../files/systemError.ts';
import { parseLedgerLine, writeLedgerLine } from './ledgerLine.ts';
import { createLineFile } from '../lines/lineFile.ts';
import type { Processes } from '../process/processes.ts';

/** Charges are read of so many months: budgets look at the last days, and old prices say little about new ones. */
const readMonths = 3;
/** Kept for longer, because it says which files are ours. */
const keptMonths = 13;

/**
 * `<month>-<machine>.jsonl`. All processes of a machine append to one file; on shared storage, two machines could
 * overwrite the lines of each other.
 */
const pattern = /^(\d{4}-\d{2})-[0-9a-f]{8}\.jsonl$/;

export interface LedgerOptions {
  /** Absolute path; created with the first record. */
  readonly folder: string;
  readonly files: FileSystem;
  /** Each machine has its own files. */
  readonly processes: Pick<Processes, 'machine'>;
  readonly clock: Pick<Clock, 'now'>;
}

interface Waiting {
  readonly records: readonly LedgerRecord[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** A file for each month, to which all processes append. Old months go as whole files, so that nothing is rewritten. */
export function createLedger({ folder, files, processes, clock }: LedgerOptions): LedgerPort {
  const file = createLineFile({ parse: parseCharge, files });
  const known = createKnownCharges();
  let waiting: Waiting[] = [];
  let isWriting = false;
  let newest: string | null = null;
  let refreshing: Promise<void> = Promise.resolve();

  const write = async (records: readonly LedgerRecord[]): Promise<void> => {
    const name = `${new Date(clock.now()).toISOString().slice(0, 7)}-${processes.machine}.jsonl`;
    await makeFolder(folder, files, 0o700);
    await file.append(join(folder, name), records.map(writeLedgerLine).join('\n'), folder);
    known.add(records);
    if (name !== newest) await removeOldMonths(folder, files);
    newest = name;
  };
  /** What comes while a write is under way goes with the next one, so that many records share one sync. */
  const writeWaiting = async (): Promise<void> => {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await write(batch.flatMap(({ records }) => records)).then(
        () => batch.forEach(({ resolve }) => resolve()),
        (error: unknown) => batch.forEach(({ reject }) => reject(error)),
      );
    }
    isWriting = false;
  };
  const readCharges = async (): Promise<void> => {
    const names = (await listMonths(folder, files)).slice(0, readMonths).toReversed().flat();
    known.take(await Promise.all(names.map((name) => file.read(join(folder, name)))));
  };
  return {
    append: (records) =>
      new Promise((resolve, reject) => {
        if (records.length === 0) return resolve();
        waiting.push({ records, resolve, reject });
        if (!isWriting) void writeWaiting();
      }),
    refresh() {
      // One after the other: a slow look must not take the place of a later one.
      const refreshed = refreshing.catch(() => undefined).then(readCharges);
      refreshing = refreshed;
      return refreshed;
    },
    charges: known.list,
    async hasArtifact(sha256) {
      const finder = createLineFile({ parse: (line) => parseOwner(line, sha256), files });
      for (const name of (await listMonths(folder, files)).flat()) {
        if ((await finder.read(join(folder, name))).length > 0) return true;
      }
      return false;
    },
  };
}

/** The charges that were read, and those that this process has written since. */
function createKnownCharges() {
  const written = new Map<string, Charge>();
  let files: readonly (readonly Charge[])[] = [];
  let listed: readonly Charge[] | null = null;
  const list = (): readonly Charge[] => [
    // Of several lines about a task the last one counts.
    ...new Map([...written.values(), ...files.flat()].map((charge) => [charge.task, charge])).values(),
  ];
  return {
    add(records: readonly LedgerRecord[]): void {
      for (const record of records) if (!record.isSandbox) written.set(record.task, withoutArtifacts(record));
      listed = null;
    },
    /** The same array for a file that has not changed. */
    take(read: readonly (readonly Charge[])[]): void {
      if (read.length === files.length && read.every((each, at) => each === files[at])) return;
      files = read;
      listed = null;
    },
    list: (): readonly Charge[] => (listed ??= list()),
  };
}

/** Null also for a request that was free. */
function parseCharge(line: string): Charge | null {
  const record = parseLedgerLine(line);
  return record && !record.isSandbox ? withoutArtifacts(record) : null;
}

/** Hashes are many, and are asked for seldom. */
function withoutArtifacts({ artifacts: _artifacts, ...charge }: LedgerRecord): Charge {
  return charge;
}

/** The task that has saved a file with this hash. */
function parseOwner(line: string, sha256: string): string | null {
  // Most lines need not be parsed.
  const record = line.includes(sha256) ? parseLedgerLine(line) : null;
  return record?.artifacts.includes(sha256) ? record.task : null;
}

/** Names by month, the newest month first. A folder that is missing has none. */
async function listMonths(folder: string, files: FileSystem): Promise<readonly (readonly string[])[]> {
  const names: readonly string[] = await files.readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const ledgers = names.filter((name) => pattern.test(name)).toSorted();
  return [...groupBy(ledgers.toReversed(), (name) => pattern.exec(name)?.[1]).values()];
}

/** Other processes may do the same. What cannot be removed now is tried again with the next month. */
async function removeOldMonths(folder: string, files: FileSystem): Promise<void> {
  const months = await listMonths(folder, files).catch(() => []);
  const old = months.slice(keptMonths).flat();
  await Promise.all(old.map((name) => files.unlink(join(folder, name)).catch(() => undefined)));
}
