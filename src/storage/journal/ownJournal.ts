import { groupBy } from '../../core/support/groupBy.ts';
import { TaskLostError } from '../../core/task/journalPort.ts';
import type { FileSystem } from '../../node/files/fileSystem.ts';
import { createJournalFileWriter, createJournalName, FileLostError, type JournalFile } from './journalFile.ts';
import type { JournalText } from './journalLines.ts';
import type { LostTask } from './lateResponses.ts';

export type OwnJournal = ReturnType<typeof createOwnJournal>;

interface OwnJournalOptions {
  readonly folder: string;
  readonly files: FileSystem;
  /** The identity of this process. */
  readonly owner: string;
  /** Returns those of the tasks that are in a journal of another process. */
  readonly findForeign: (tasks: Iterable<string>) => Promise<ReadonlySet<string>>;
  /** Called with tasks that another process has adopted. Their appends are rejected when the promise resolves. */
  readonly onLost: (tasks: readonly LostTask[]) => Promise<void>;
}

interface Waiting {
  readonly lines: readonly TaskText[];
  /** Whether the lines are kept if they cannot be written. */
  readonly isOwed: boolean;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The journal file of this process. It is created with the first line, under a name that no other process uses. Lines
 * that arrive during a write are written together by the next one, so that many tasks share one sync.
 */
export function createOwnJournal({ folder, files, owner, findForeign, onLost }: OwnJournalOptions) {
  const own = createLiveFile(folder, files, owner);
  /** Lines that could not be written yet, in order. They are written before anything newer. */
  let owed: readonly TaskText[] = [];
  let waiting: Waiting[] = [];
  let isWriting = false;

  /** Releases the tasks that another process has. The others get a new file. Returns the writes that are left. */
  const settleLoss = async (batch: readonly Waiting[]): Promise<readonly Waiting[]> => {
    const known = new Set([...own.live.lines(), ...owed, ...linesOf(batch)].map(({ task }) => task));
    const lost = await findForeign(known);
    const written = groupBy(own.live.lines(), ({ task }) => task);
    const unwritten = groupBy([...owed, ...linesOf(batch)], ({ task }) => task);
    const tell = (id: string): LostTask => {
      const before = written.get(id) ?? [];
      const lines = [...before, ...(unwritten.get(id) ?? [])];
      return { id, lines: lines.map(({ text }) => text), writtenLines: before.length };
    };
    own.leave(lost);
    owed = owed.filter(({ task }) => !lost.has(task));
    if (lost.size > 0) await onLost([...lost].map(tell));
    const isLost = ({ lines }: Waiting): boolean => lines.some(({ task }) => lost.has(task));
    for (const { reject } of batch.filter(isLost)) reject(new TaskLostError());
    return batch.filter((each) => !isLost(each));
  };
  const write = async (batch: readonly Waiting[]): Promise<void> => {
    let left = batch;
    try {
      try {
        await own.put([...owed, ...linesOf(left)]);
      } catch (error) {
        if (!(error instanceof FileLostError)) throw error;
        left = await settleLoss(batch);
        await own.put([...owed, ...linesOf(left)]);
      }
      owed = [];
      for (const { resolve } of left) resolve();
    } catch (error) {
      owed = [...owed, ...linesOf(left.filter(({ isOwed }) => isOwed))];
      for (const { reject } of left) reject(error);
    }
  };
  const run = async (): Promise<void> => {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await write(batch);
    }
    isWriting = false;
  };
  const enqueue = (lines: readonly TaskText[], isOwed: boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ lines, isOwed, resolve, reject });
      if (!isWriting) void run();
    });
  /**
   * Writes the owed lines, and all lines again if the file is gone. Resolves to whether all lines are on disk in a file
   * that is still this process's own. If another process has taken the file, `onLost` is called before this resolves.
   * It goes through the queue of writes, because a write may give the file another name. Never rejects.
   */
  const confirm = (): Promise<boolean> =>
    enqueue([], false).then(
      () => true,
      () => false,
    );
  return {
    /** Names of the files of this process. */
    names: own.names,
    has: own.live.has,
    /**
     * Resolves when the lines are on disk in a file that is still this process's own. Rejects with a TaskLostError when
     * the file has been taken and another process has the tasks. Rejects with another error when the lines cannot be
     * written now: they are then owed, and written before anything newer.
     */
    append: (lines: readonly TaskText[]) => enqueue(lines, true),
    /** Does the same as `append`, but lines that cannot be written now are dropped. */
    tryAppend: (lines: readonly TaskText[]) => enqueue(lines, false),
    confirm,
    /** Shows other processes that this process is alive, and writes the owed lines. Otherwise like `confirm`. */
    async beat(): Promise<void> {
      // Polls are not recorded. Without a check, a process that has lost its tasks would continue to poll them.
      if (own.exists() && owed.length === 0) await own.touch().catch(confirm);
      // A disk that is full still accepts this sign. Without it, another process would adopt the tasks.
      else if (!(await confirm())) await own.touch().catch(() => undefined);
    },
  };
}

function linesOf(batch: readonly Waiting[]): readonly TaskText[] {
  return batch.flatMap(({ lines }) => lines);
}

/** A line of a journal and the task that it is about. */
export interface TaskText {
  readonly task: string;
  /** Text without line feed. */
  readonly text: string;
  /** The line removes the task, so no line of it has to be kept. */
  readonly ends: boolean;
}

/** A file with less history than this is not rewritten. */
const minHistoryBytes = 256 * 1024;

/** A journal file with its lines that are worth keeping. It is created with the first line. */
function createLiveFile(folder: string, files: FileSystem, owner: string) {
  const writer = createJournalFileWriter(folder, files);
  const live = createLiveLines();
  // The name of the present file, and of those that are being created or removed. A name is in the set before its file
  // exists and until the file is gone. Otherwise this process would adopt its own tasks.
  const names = new Set<string>();
  let file: JournalFile | null = null;

  const claimName = (): string => {
    const name = createJournalName(owner, files);
    names.add(name);
    return name;
  };
  const rewrite = (old: JournalFile | null, lines: readonly TaskText[]): Promise<JournalFile> => {
    const text = textOf([...live.lines(), ...lines]);
    return old ? replace(old, { name: claimName(), text }, writer) : writer.create(claimName(), text);
  };
  /**
   * Appends the lines. If that fails, a new file replaces the old one, because after a failed sync it is unknown what
   * is on disk.
   */
  const appendOrRewrite = async (old: JournalFile, lines: readonly TaskText[]): Promise<JournalFile> => {
    try {
      return await writer.append(old, textOf(lines));
    } catch (error) {
      if (error instanceof FileLostError) throw error;
      return rewrite(old, lines);
    }
  };
  /**
   * Writes the lines to disk, in the file or in a new one. Without lines, checks that the file is still there. Rejects
   * with a FileLostError when another process has taken the file.
   */
  const put = async (lines: readonly TaskText[]): Promise<void> => {
    if (file && lines.length === 0) return writer.check(file);
    if (!file && lines.length === 0 && live.bytes() === 0) return;
    file = await (file ? appendOrRewrite(file, lines) : rewrite(null, lines));
    live.add(lines);
    // Nothing is lost if the rewrite fails. It is tried again after the next write.
    if (file.sizeBytes - live.bytes() > Math.max(minHistoryBytes, live.bytes())) {
      file = await rewrite(file, []).catch((error: unknown) => keepUnlessLost(error, file));
    }
    await removeOthers();
  };
  /**
   * Removes files that were replaced. The name of a file that cannot be removed is kept, because otherwise its tasks
   * would be adopted.
   */
  const removeOthers = async (): Promise<void> => {
    for (const name of names) {
      if (name === file?.name) continue;
      const isGone = await writer.remove({ name }).then(
        () => true,
        (error: unknown) => error instanceof FileLostError,
      );
      if (isGone) names.delete(name);
    }
  };
  return {
    names: (): ReadonlySet<string> => names,
    exists: () => file !== null,
    live,
    put,
    async touch(): Promise<void> {
      if (file) await writer.touch(file);
    },
    /** Forgets the file, which another process has taken, and the lines of the tasks that it has. */
    leave(lost: Iterable<string>): void {
      if (file) names.delete(file.name);
      file = null;
      live.remove(lost);
    },
  };
}

function textOf(lines: readonly TaskText[]): string {
  let all = '';
  for (const { text } of lines) all += `${text}\n`;
  return all;
}

function keepUnlessLost(error: unknown, file: JournalFile | null): JournalFile | null {
  if (error instanceof FileLostError) throw error;
  return file;
}

/**
 * Replaces a file by a new one with the same tasks. The new file exists before the old one is removed: a crash in
 * between leaves the tasks in two files, of which one is used. If the old file is gone already, another process has it.
 */
async function replace(
  old: JournalFile,
  next: { readonly name: string; readonly text: string },
  writer: ReturnType<typeof createJournalFileWriter>,
): Promise<JournalFile> {
  const file = await writer.create(next.name, next.text);
  try {
    await writer.remove(old);
  } catch (error) {
    await writer.remove(file).catch(() => undefined);
    throw error;
  }
  return file;
}

/** Converts a line of a journal to one whose task is known. */
export function toTaskText(task: string, line: JournalText): TaskText {
  const ends = line.kind === 'record' && line.record.kind === 'removed';
  return { task, text: line.text, ends };
}

/** The lines of a journal that are worth keeping, so that the file can be written again. */
function createLiveLines() {
  const tasks = new Map<string, TaskText[]>();
  let bytes = 0;
  const remove = (task: string): void => {
    for (const line of tasks.get(task) ?? []) bytes -= bytesOf(line);
    tasks.delete(task);
  };
  return {
    has: (task: string) => tasks.has(task),
    /** All lines, by task in the order in which the tasks were added, each task's lines in their order. */
    lines: (): readonly TaskText[] => [...tasks.values()].flat(),
    /** Size of all lines in the file, including line feeds. */
    bytes: () => bytes,
    add(lines: readonly TaskText[]): void {
      for (const line of lines) {
        if (line.ends) {
          remove(line.task);
          continue;
        }
        bytes += bytesOf(line);
        const known = tasks.get(line.task);
        if (known) known.push(line);
        else tasks.set(line.task, [line]);
      }
    },
    remove(ids: Iterable<string>): void {
      for (const task of ids) remove(task);
    },
  };
}

function bytesOf({ text }: TaskText): number {
  return Buffer.byteLength(text) + 1;
}
