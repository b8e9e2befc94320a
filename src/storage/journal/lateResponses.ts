import { join } from 'node:path';
import type { Log } from '../../core/task/ports.ts';
import type { JournalRecord } from '../../core/task/model/taskEvent.ts';
import type { FileSystem } from '../files/fileSystem.ts';
import { readFile } from '../files/wholeFile.ts';
import { createJournalFileWriter } from './journalFile.ts';
import { beatMs } from './journalLeases.ts';
import { readJournalLine, type JournalText } from './journalLine.ts';
import { createJournalName, createLateName, listJournals, nobody } from './journalNames.ts';

/** A task that another process has adopted, with all that this one has to say of it. */
export interface LostTask {
  readonly id: string;
  readonly lines: readonly string[];
  /** So many of the lines are in the journal that the other process has. */
  readonly writtenLines: number;
}

/** What is in a late file. */
export interface LateFile {
  readonly task: string;
  readonly records: readonly JournalRecord[];
  /** Never rejects. */
  remove(): Promise<void>;
}

/**
 * Responses that a process reads for tasks which another one has adopted: each in a file that holds the whole task, and
 * waits for the process that has the task then.
 */
export interface LateResponses {
  /**
   * Writes the responses that the journals of these tasks do not have, and remembers those of them whose request is on its
   * way. Never rejects.
   */
  lose(tasks: readonly LostTask[]): Promise<void>;
  /** Whether a request of this lost task is on its way: until its response is there, this process does not adopt the task. */
  isAwaited(task: string): boolean;
  /** Ends the wait for a request, and writes its response. Without one the other process needs nothing. Never rejects. */
  add(lines: readonly JournalText[]): Promise<void>;
  /** Tries again to write what the disk has not taken. Never rejects. */
  flush(): Promise<void>;
  /** Of all processes. What cannot be read is logged and left for the next call. Never rejects. */
  read(): Promise<readonly LateFile[]>;
  /** Makes a journal of each file whose task no process knows: the user has removed it, and it is paid for. */
  release(findKnown: (tasks: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void>;
}

export interface LateResponsesOptions {
  readonly folder: string;
  readonly files: FileSystem;
  /** The mark of this process. */
  readonly owner: string;
  /** Never goes back, in ms. */
  readonly monotonicMs: () => number;
  readonly log: Pick<Log, 'warn'>;
}

/** A task with its longest text is far below this. */
const maxBytes = 64 * 1024 * 1024;

export function createLateResponses(options: LateResponsesOptions): LateResponses {
  const { folder, files, owner, monotonicMs, log } = options;
  const writer = createJournalFileWriter(folder, files);
  /** The lines of lost tasks whose request is on its way. */
  const awaited = new Map<string, readonly string[]>();
  let unwritten: readonly string[] = [];
  let flushing: Promise<void> = Promise.resolve();
  const reported = new Set<string>();
  /** When each file whose task is unknown was seen first. */
  const unknown = new Map<string, number>();

  const writeAll = async (): Promise<void> => {
    for (const text of unwritten) {
      try {
        await writer.create(createLateName(owner), text);
        unwritten = unwritten.filter((each) => each !== text);
      } catch (error) {
        log.warn(`A response that belongs to another window cannot be written now: ${String(error)}`);
      }
    }
  };
  const flush = (): Promise<void> => {
    flushing = flushing.then(writeAll);
    return flushing;
  };
  const write = (lines: readonly string[]): Promise<void> => {
    unwritten = [...unwritten, lines.map((line) => `${line}\n`).join('')];
    return flush();
  };
  const readOne = async (name: string): Promise<readonly (LateFile & { readonly name: string })[]> => {
    try {
      const records = await readRecords(join(folder, name), files);
      const [first] = records;
      if (!first) return [];
      const remove = async (): Promise<void> => files.unlink(join(folder, name)).catch(() => undefined);
      return [{ name, task: first.task, records, remove }];
    } catch (error) {
      if (!reported.has(name)) log.warn(`${name} cannot be read: ${String(error)}`);
      reported.add(name);
      return [];
    }
  };
  const listNames = async (): Promise<readonly string[]> => {
    try {
      return (await listJournals(folder, files)).late;
    } catch (error) {
      log.warn(`Late responses cannot be listed: ${String(error)}`);
      return [];
    }
  };
  const read = async () => (await Promise.all((await listNames()).map(readOne))).flat();
  return {
    async lose(tasks) {
      for (const { id, lines, writtenLines } of tasks) {
        const { sentAt, answeredAt } = findResponse(lines.map(readJournalLine));
        if (answeredAt >= writtenLines) await write(lines);
        // What was not written down was not sent.
        else if (sentAt > answeredAt && sentAt < writtenLines) awaited.set(id, lines);
      }
    },
    isAwaited: (task) => awaited.has(task),
    async add(lines) {
      for (const line of lines) {
        const before = line.task === null ? undefined : awaited.get(line.task);
        if (!before || line.task === null) continue;
        awaited.delete(line.task);
        if (isResponse(line)) await write([...before, line.text]);
      }
    },
    flush,
    read,
    async release(findKnown) {
      const found = await read();
      // What cannot be read now may be known.
      const known = await findKnown(found.map(({ task }) => task)).catch(() => null);
      if (!known) return;
      for (const { name, task } of found) {
        const since = unknown.get(name) ?? monotonicMs();
        if (known.has(task)) unknown.delete(name);
        else unknown.set(name, since);
        // A task that changes hands may be in no list for a moment.
        if (known.has(task) || monotonicMs() - since < beatMs) continue;
        await files.rename(join(folder, name), join(folder, createJournalName(nobody))).catch(() => undefined);
      }
    },
  };
}

/** Rejects when it is not the whole record of one task with a response at the end. */
async function readRecords(path: string, files: FileSystem): Promise<readonly JournalRecord[]> {
  const { size } = await files.stat(path);
  if (size > maxBytes) throw new Error(`${size} bytes are too many`);
  const texts = (await readFile(path, files)).toString('utf8').split('\n');
  const lines = texts.filter((text) => text !== '').map(readJournalLine);
  const records = lines.flatMap((line) => (line.kind === 'record' ? [line.record] : []));
  const { sentAt, answeredAt } = findResponse(lines);
  const isOneTask = new Set(records.map(({ task }) => task)).size === 1 && records[0]?.kind === 'planned';
  if (records.length < lines.length || !isOneTask || answeredAt <= sentAt) throw new Error('it is damaged');
  return records;
}

/** Indexes of the last request that left and of the response to it; -1 for none. */
function findResponse(lines: readonly JournalText[]): { readonly sentAt: number; readonly answeredAt: number } {
  const kinds = lines.map((line) => (line.kind === 'record' ? line.record.kind : null));
  const sentAt = kinds.lastIndexOf('sending');
  const after = kinds.findIndex((kind, at) => at > sentAt && kind !== 'kept');
  const next = lines[after];
  if (sentAt < 0 || !next) return { sentAt, answeredAt: -1 };
  // A request that was withdrawn, or whose response says nothing, is not on its way any longer.
  return isResponse(next) ? { sentAt, answeredAt: after } : { sentAt: -1, answeredAt: -1 };
}

function isResponse(line: JournalText): boolean {
  if (line.kind !== 'record') return false;
  const { record } = line;
  const isEnd = record.kind === 'accepted' || record.kind === 'ended' || record.kind === 'failed';
  return isEnd || (record.kind === 'unconfirmed' && (record.text ?? '') !== '');
}
