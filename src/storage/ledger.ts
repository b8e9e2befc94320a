import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Clock } from '../core/support/clock.ts';
import { groupBy } from '../core/support/groupBy.ts';
import { stringifyJson } from '../core/support/json/json.ts';
import { parseJson } from '../core/support/json/parseJson.ts';
import type { TaskState } from '../core/task/model/task.ts';
import { isTaskState } from '../core/task/model/taskStates.ts';
import type { Charge, LedgerRecord, LedgerPort } from '../core/task/money/charge.ts';
import type { FileSystem } from '../node/files/fileSystem.ts';
import { makeFolder } from '../node/files/folder.ts';
import { addSum, checkSum } from '../node/files/checkSum.ts';
import { isMissing } from '../node/files/systemCode.ts';
import type { Processes } from '../node/processes/processes.ts';
import { createLineFile } from './lineFile.ts';

/** Number of months whose charges are read: budgets need the last days, and old prices say little about new ones. */
const readMonths = 3;
/** Number of months that are kept. It is larger because the ledger also records which files are Genwright's own. */
const keptMonths = 13;

/**
 * Matches `<month>-<machine>.jsonl`. All processes of a machine append to one file. On shared storage, two machines
 * could overwrite each other's lines.
 */
const pattern = /^(\d{4}-\d{2})-[0-9a-f]{8}\.jsonl$/;

interface LedgerOptions {
  /** Absolute path; created with the first record. */
  readonly folder: string;
  readonly files: FileSystem;
  /** Each machine has its own files. */
  readonly processes: Processes;
  readonly clock: Pick<Clock, 'now'>;
}

interface Waiting {
  readonly records: readonly LedgerRecord[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Creates the ledger. It has a file for each month, to which all processes append. Old months are removed as whole
 * files, so that nothing is rewritten.
 */
export function createLedger({ folder, files, processes, clock }: LedgerOptions): LedgerPort {
  const file = createLineFile({ parse: parseCharge, files, processes });
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
  /**
   * Writes records. Those that arrive during a write are written together by the next one, so that many share one sync.
   */
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
      // Reads run one after another: the result of a slow one must not replace that of a later one.
      const refreshed = refreshing.catch(() => undefined).then(readCharges);
      refreshing = refreshed;
      return refreshed;
    },
    charges: known.list,
    async hasArtifact(sha256) {
      const finder = createLineFile({ parse: (line) => parseOwner(line, sha256), files, processes });
      for (const name of (await listMonths(folder, files)).flat()) {
        if ((await finder.read(join(folder, name))).length > 0) return true;
      }
      return false;
    },
  };
}

/** Keeps the charges that were read, and those that this process has written since. */
function createKnownCharges() {
  const written = new Map<string, Charge>();
  let files: readonly (readonly Charge[])[] = [];
  let listed: readonly Charge[] | null = null;
  const list = (): readonly Charge[] => [
    // If there are several lines about a task, the last one is used.
    ...new Map([...written.values(), ...files.flat()].map((charge) => [charge.task, charge])).values(),
  ];
  return {
    add(records: readonly LedgerRecord[]): void {
      for (const record of records) if (!record.isSandbox) written.set(record.task, withoutArtifacts(record));
      listed = null;
    },
    /** Keeps the list if all arrays are the same, because then no file has changed. */
    take(read: readonly (readonly Charge[])[]): void {
      if (read.length === files.length && read.every((each, at) => each === files[at])) return;
      files = read;
      listed = null;
    },
    list: (): readonly Charge[] => (listed ??= list()),
  };
}

/** Returns null for an invalid line and for a request that was free. */
function parseCharge(line: string): Charge | null {
  const record = parseLedgerLine(line);
  return record && !record.isSandbox ? withoutArtifacts(record) : null;
}

/** Leaves out the hashes, because there are many and they are rarely needed. */
function withoutArtifacts({ artifacts: _artifacts, ...charge }: LedgerRecord): Charge {
  return charge;
}

/** Returns the task that has saved a file with this hash. */
function parseOwner(line: string, sha256: string): string | null {
  // Most lines need not be parsed.
  const record = line.includes(sha256) ? parseLedgerLine(line) : null;
  return record?.artifacts.includes(sha256) ? record.task : null;
}

/** Lists the names by month, newest month first. A missing folder has none. */
async function listMonths(folder: string, files: FileSystem): Promise<readonly (readonly string[])[]> {
  const names: readonly string[] = await files.readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const ledgers = names.filter((name) => pattern.test(name)).toSorted();
  return [...groupBy(ledgers.toReversed(), (name) => pattern.exec(name)?.[1]).values()];
}

/**
 * Removes old months. Other processes may do the same. A file that cannot be removed now is tried again in the next
 * month.
 */
async function removeOldMonths(folder: string, files: FileSystem): Promise<void> {
  const months = await listMonths(folder, files).catch(() => []);
  const old = months.slice(keptMonths).flat();
  await Promise.all(old.map((name) => files.unlink(join(folder, name)).catch(() => undefined)));
}

const text = z.string();
const count = z.number().check(z.nonnegative());

const schema = z.object({
  v: z.literal(1),
  task: text,
  run: text,
  jobFile: text,
  job: z.nullable(text),
  index: z.number(),
  profile: text,
  isSandbox: z.boolean(),
  model: z.nullable(text),
  endpoint: text,
  costs: text,
  state: z.custom<TaskState>(isTaskState),
  at: count,
  amountUsd: z.nullable(count),
  doubtful: count,
  artifacts: z.array(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
});

/** Returns the line without line feed. */
export function writeLedgerLine(record: LedgerRecord): string {
  return addSum(stringifyJson({ v: 1, ...record }));
}

/**
 * Parses a line. Returns null unless the line is as this version wrote it, because amounts are not guessed. Never
 * throws.
 */
function parseLedgerLine(line: string): LedgerRecord | null {
  if (checkSum(line) !== 'right') return null;
  try {
    const { v: _version, ...record } = z.parse(schema, parseJson(line));
    return record;
  } catch {
    return null;
  }
}
