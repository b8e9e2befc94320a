import { join } from 'node:path';
import type { JournalRecord } from '../../core/task/model/taskEvent.ts';
import type { Log } from '../../core/task/ports.ts';
import type { FileSystem } from '../../node/files/fileSystem.ts';
import { readFile } from '../../node/files/wholeFile.ts';
import { createJournalName, type JournalPlace, listJournals, noOwner, writeJournalFile } from './journalFile.ts';
import { beatMs } from './journalLeases.ts';
import { parseJournalLine, type JournalText } from './journalLines.ts';

/** A task that another process has adopted, with all lines that this process has about it. */
export interface LostTask {
  readonly id: string;
  readonly lines: readonly string[];
  /** The first lines, up to this number, are in the journal that the other process has. */
  readonly writtenLines: number;
}

export type LateResponses = ReturnType<typeof createLateResponses>;

interface LateResponsesOptions extends JournalPlace {
  /** Returns a time in ms that never goes back. */
  readonly monotonicMs: () => number;
  readonly log: Pick<Log, 'warn'>;
}

/** A task with its longest text is far smaller than this. */
const maxBytes = 64 * 1024 * 1024;

/**
 * Responses that a process reads for tasks which another process has adopted. Each is in its own file, which contains
 * the whole task and waits for the process that has the task then. Nothing here rejects.
 */
export function createLateResponses({ folder, files, owner, monotonicMs, log }: LateResponsesOptions) {
  /** Lines of the lost tasks whose request is being sent. This process does not adopt them before the response is there. */
  const awaited = new Map<string, readonly string[]>();
  let unwritten: readonly string[] = [];
  let flushing: Promise<void> = Promise.resolve();
  const reported = new Set<string>();
  /** Time at which each file whose task is unknown was first seen. */
  const unknown = new Map<string, number>();

  const writeAll = async (): Promise<void> => {
    for (const text of unwritten) {
      try {
        await writeJournalFile(createJournalName('late', owner, files), text, { folder, files, owner });
        unwritten = unwritten.filter((each) => each !== text);
      } catch (error) {
        log.warn(`A response that belongs to another window cannot be written now: ${String(error)}`);
      }
    }
  };
  /** Tries again to write what the disk has not accepted. */
  const flush = (): Promise<void> => (flushing = flushing.then(writeAll));
  /** Writes a task with its response, now or as soon as the disk accepts it. */
  const write = (lines: readonly string[]): Promise<void> => {
    unwritten = [...unwritten, lines.map((line) => `${line}\n`).join('')];
    return flush();
  };
  const readOne = async (name: string) => {
    try {
      const remove = (): Promise<void> => files.unlink(join(folder, name)).catch(() => undefined);
      return [{ name, ...(await readTask(join(folder, name), files)), remove }];
    } catch (error) {
      if (!reported.has(name)) log.warn(`${name} cannot be read: ${String(error)}`);
      reported.add(name);
      return [];
    }
  };
  /** Reads the responses from all processes. A file that cannot be read is logged and left for the next call. */
  const read = async () => {
    try {
      const { late } = await listJournals(folder, files);
      return (await Promise.all(late.map(readOne))).flat();
    } catch (error) {
      log.warn(`Late responses cannot be listed: ${String(error)}`);
      return [];
    }
  };
  return {
    flush,
    read,
    /**
     * Writes the responses that the journals of these tasks do not contain, and remembers the tasks whose request is
     * being sent.
     */
    async lose(tasks: readonly LostTask[]): Promise<void> {
      for (const { id, lines, writtenLines } of tasks) {
        const { sentAt, respondedAt } = findResponse(lines.map(parseJournalLine));
        if (respondedAt >= writtenLines) await write(lines);
        // A request that was not recorded was not sent.
        else if (sentAt > respondedAt && sentAt < writtenLines) awaited.set(id, lines);
      }
    },
    isAwaited: (task: string) => awaited.has(task),
    /**
     * Ends the wait for a request and writes its response. Without a response, nothing is written, because the other
     * process needs nothing.
     */
    async add(lines: readonly JournalText[]): Promise<void> {
      for (const line of lines) {
        const task = line.task ?? '';
        const before = awaited.get(task);
        awaited.delete(task);
        if (before && isResponse(line)) await write([...before, line.text]);
      }
    },
    /**
     * Turns each file whose task is unknown to all processes into a journal: the user has removed the task, but the
     * response is paid for.
     */
    async release(findKnown: (tasks: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void> {
      const found = await read();
      // If the journals cannot be read now, the task may still be known.
      const known = await findKnown(found.map(({ task }) => task)).catch(() => null);
      if (!known) return;
      for (const { name, task } of found) {
        const since = unknown.get(name) ?? monotonicMs();
        if (known.has(task)) unknown.delete(name);
        else unknown.set(name, since);
        // A task that changes hands may be in no journal for a moment.
        if (known.has(task) || monotonicMs() - since < beatMs) continue;
        const journal = createJournalName('journal', noOwner, files);
        await files.rename(join(folder, name), join(folder, journal)).catch(() => undefined);
      }
    },
  };
}

/** Rejects unless the file contains all records of one task with a response at the end. */
async function readTask(path: string, files: FileSystem) {
  const { size } = await files.stat(path);
  if (size > maxBytes) throw new Error(`${size} bytes are too many`);
  const texts = (await readFile(path, files)).toString('utf8').split('\n');
  const lines = texts.filter((text) => text !== '').map(parseJournalLine);
  const records = lines.flatMap((line): readonly JournalRecord[] => (line.kind === 'record' ? [line.record] : []));
  const [first] = records;
  const { sentAt, respondedAt } = findResponse(lines);
  const isWhole = records.length === lines.length && records.every(({ task }) => task === first?.task);
  if (first?.kind !== 'planned' || !isWhole || respondedAt <= sentAt) throw new Error('it is damaged');
  return { task: first.task, records };
}

/** Returns the indexes of the last request that was sent and of its response, -1 if there is none. */
function findResponse(lines: readonly JournalText[]): { readonly sentAt: number; readonly respondedAt: number } {
  const kinds = lines.map((line) => (line.kind === 'record' ? line.record.kind : null));
  const sentAt = kinds.lastIndexOf('sending');
  const after = kinds.findIndex((kind, at) => at > sentAt && kind !== 'kept');
  const next = lines[after];
  if (sentAt < 0 || !next) return { sentAt, respondedAt: -1 };
  // A request that was withdrawn, or whose response contains nothing, is no longer being sent.
  return isResponse(next) ? { sentAt, respondedAt: after } : { sentAt: -1, respondedAt: -1 };
}

function isResponse(line: JournalText): boolean {
  if (line.kind !== 'record') return false;
  const { record } = line;
  const isEnd = record.kind === 'accepted' || record.kind === 'finished' || record.kind === 'failed';
  return isEnd || (record.kind === 'unconfirmed' && Boolean(record.text || record.amountUsd));
}
