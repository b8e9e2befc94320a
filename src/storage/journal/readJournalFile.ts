import { join } from 'node:path';
import { foldTask } from '../../core/task/model/foldTask.ts';
import type { FileSystem, OpenFile } from '../../node/files/fileSystem.ts';
import { readRange, withFile } from '../../node/files/wholeFile.ts';
import { readJournalLine, type JournalText } from './journalLine.ts';
import { groupByTask, type GroupedJournal, type WrittenTask } from './journalTasks.ts';
import { createTurns } from '../../node/turns.ts';

/** A journal file as it was when it was last read. */
export interface ReadJournal extends GroupedJournal {
  /** Size of the part that has been read, which ends with a line feed. */
  readonly readBytes: number;
  readonly lines: readonly JournalText[];
  readonly tasks: ReadonlyMap<string, WrittenTask>;
}

/** Reads journals repeatedly, each time only what was appended. */
export interface JournalReader {
  /** Rejects when the file does not exist or cannot be read to its end. */
  read(name: string): Promise<ReadJournal>;
  /** Forgets files that are gone. */
  keep(names: readonly string[]): void;
}

export function createJournalReader(folder: string, files: FileSystem): JournalReader {
  const known = new Map<string, ReadJournal>();
  return {
    async read(name) {
      const file = await files.open(join(folder, name), 'r');
      const journal = await withFile(file, () => readOn(file, known.get(name)));
      known.set(name, journal);
      return journal;
    },
    keep(names) {
      const there = new Set(names);
      for (const name of known.keys()) if (!there.has(name)) known.delete(name);
    },
  };
}

/**
 * Reads what was appended. Bytes after the last line feed are left over from a crash, before anything relied on them,
 * or are being written: they are treated as not written.
 */
async function readOn(file: OpenFile, before: ReadJournal | undefined): Promise<ReadJournal> {
  const { size } = await file.stat();
  const start = before && size >= before.readBytes ? before.readBytes : 0;
  const tail = await readRange(file, start, size);
  // Tasks of a file that is not read to its end must not be adopted without the rest.
  if (tail.length < size - start) throw new Error(`Only ${tail.length} of ${size - start} bytes can be read`);
  const wholeBytes = tail.lastIndexOf(0x0a) + 1;
  const added = await readLines(tail.subarray(0, wholeBytes));
  if (before && start > 0 && added.length === 0) return before;
  const lines = start > 0 && before ? [...before.lines, ...added] : added;
  const grouped = groupByTask(lines);
  const tasks = await foldTasks(grouped, start > 0 ? before : undefined);
  return { ...grouped, lines, readBytes: start + wholeBytes, tasks };
}

async function readLines(bytes: Buffer): Promise<readonly JournalText[]> {
  const lines: JournalText[] = [];
  const nextTurn = createTurns();
  for (const text of bytes.toString('utf8').split('\n')) {
    if (text.trim() !== '') lines.push(readJournalLine(text));
    await nextTurn();
  }
  return lines;
}

/** Folds only the tasks whose lines have changed since the last read, which are few out of thousands. */
async function foldTasks(
  { tasks }: GroupedJournal,
  before: ReadJournal | undefined,
): Promise<ReadonlyMap<string, WrittenTask>> {
  const nextTurn = createTurns();
  const written = new Map<string, WrittenTask>();
  for (const [id, task] of tasks) {
    await nextTurn();
    const known = before?.tasks.get(id);
    if (known?.lines.length === task.lines.length) {
      written.set(id, known);
      continue;
    }
    const folded = foldTask(task.lines);
    if (folded) written.set(id, { ...task, folded });
  }
  return written;
}
