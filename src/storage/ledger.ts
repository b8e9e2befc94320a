import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Clock } from '../core/support/clock.ts';
import { groupBy } from '../core/support/groupBy.ts';
import { stringifyJson } from '../core/support/json/json.ts';
import type { TaskState } from '../core/task/model/task.ts';
import { isTaskState } from '../core/task/model/taskStates.ts';
import type { Charge, LedgerRecord, LedgerPort } from '../core/task/money/charge.ts';
import type { FileSystem } from '../node/files/fileSystem.ts';
import { makeFolder } from '../node/files/folder.ts';
import { addSum, checkSum } from '../node/files/checkSum.ts';
import { ifMissing } from '../node/files/systemCode.ts';
import type { PartPorts } from '../node/partFiles/partFile.ts';
import { createBatchWriter } from './batchWriter.ts';
import { createLineFile } from './lineFile.ts';
import { parseStored } from '../node/parseStored.ts';

/** Number of months whose charges are read: budgets need the last days, and old prices say little about new ones. */
const readMonths = 3;
/** Number of months that are kept. It is larger because the ledger also records which files are Genwright's own. */
const keptMonths = 13;

/**
 * Matches `<month>-<machine>.jsonl`. All processes of a machine append to one file. On shared storage, two machines
 * could overwrite each other's lines.
 */
const pattern = /^(\d{4}-\d{2})-[0-9a-f]{8}\.jsonl$/;

/** Each machine has its own files. */
interface LedgerOptions extends PartPorts {
  /** Absolute path; created with the first record. */
  readonly folder: string;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Creates the ledger. It has a file for each month, to which all processes append. Old months are removed as whole
 * files, so that nothing is rewritten.
 */
export function createLedger({ folder, files, processes, clock }: LedgerOptions): LedgerPort {
  const file = createLineFile({ parse: parseCharge, files, processes });
  const whole = createLineFile({ parse: parseLedgerLine, files, processes });
  /** The charges that this process has written, by task, and those that were read, by file. */
  const written = new Map<string, Charge>();
  let read: readonly (readonly Charge[])[] = [];
  let listed: readonly Charge[] | null = null;
  let newest: string | null = null;
  let refreshing: Promise<void> = Promise.resolve();

  const write = async (records: readonly LedgerRecord[]): Promise<void> => {
    const name = `${new Date(clock.now()).toISOString().slice(0, 7)}-${processes.machine}.jsonl`;
    await makeFolder(folder, files, 0o700);
    await file.append(join(folder, name), records.map(writeLedgerLine).join('\n'), folder);
    for (const record of records) if (!record.isSandbox) written.set(record.task, withoutArtifacts(record));
    listed = null;
    if (name !== newest) await removeOldMonths(folder, files);
    newest = name;
  };
  const enqueue = createBatchWriter<readonly LedgerRecord[]>((batch) =>
    write(batch.flatMap(({ value }) => value)).then(
      () => batch.forEach(({ resolve }) => resolve()),
      (error: unknown) => batch.forEach(({ reject }) => reject(error)),
    ),
  );
  const readCharges = async (): Promise<void> => {
    const names = (await listMonths(folder, files)).slice(0, readMonths).toReversed().flat();
    const found = await Promise.all(names.map((name) => file.read(join(folder, name))));
    // The list stays the same if no file has changed.
    if (found.length !== read.length || found.some((each, at) => each !== read[at])) listed = null;
    read = found;
  };
  // If there are several lines about a task, the last one is used.
  const list = (): readonly Charge[] => [
    ...new Map([...written.values(), ...read.flat()].map((charge) => [charge.task, charge])).values(),
  ];
  return {
    append: async (records) => (records.length > 0 ? enqueue(records) : undefined),
    refresh() {
      // Reads run one after another: the result of a slow one must not replace that of a later one.
      refreshing = refreshing.catch(() => undefined).then(readCharges);
      return refreshing;
    },
    charges: () => (listed ??= list()),
    async hasArtifact(sha256, jobFile) {
      for (const name of (await listMonths(folder, files)).flat()) {
        const records = await whole.scan(join(folder, name), sha256);
        if (records.some((each) => each.jobFile === jobFile && each.artifacts.includes(sha256))) return true;
      }
      return false;
    },
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

/** Lists the names by month, newest month first. A missing folder has none. */
async function listMonths(folder: string, files: FileSystem): Promise<readonly (readonly string[])[]> {
  const names = await files.readdir(folder).catch(ifMissing<readonly string[]>([]));
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
  // Earlier versions counted such attempts in `doubtful`.
  earlierUsd: z.prefault(count, 0),
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
  const parsed = checkSum(line) === 'right' ? parseStored(schema, line) : null;
  if (!parsed) return null;
  const { v: _version, ...record } = parsed;
  return record;
}
