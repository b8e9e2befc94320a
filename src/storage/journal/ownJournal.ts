import { join } from 'node:path';
import { groupBy } from '../../core/support/groupBy.ts';
import { TaskLostError } from '../../core/task/journalPort.ts';
import { fileFlags } from '../../node/files/fileSystem.ts';
import { syncFolder } from '../../node/files/folder.ts';
import { isMissing } from '../../node/files/systemCode.ts';
import { withFile, writeWhole } from '../../node/files/wholeFile.ts';
import { createBatchWriter, type Waiting } from '../batchWriter.ts';
import { createJournalName, type JournalPlace, writeJournalFile } from './journalFile.ts';
import type { JournalText } from './journalLines.ts';
import type { LostTask } from './lateResponses.ts';

export type OwnJournal = ReturnType<typeof createOwnJournal>;

interface OwnJournalOptions extends JournalPlace {
  /** Returns the ids of those tasks that this process must not continue now that its file is gone. */
  readonly findLost: (tasks: readonly LostTask[]) => Promise<ReadonlySet<string>>;
  /** Called with the lost tasks. Their appends are rejected when the promise resolves. */
  readonly onLost: (tasks: readonly LostTask[]) => Promise<void>;
}

interface Append {
  readonly lines: readonly TaskText[];
  /** Whether the lines are kept if they cannot be written. */
  readonly isOwed: boolean;
}

/** The journal file of this process. It is created with the first line, under a name that no other process uses. */
export function createOwnJournal({ findLost, onLost, ...place }: OwnJournalOptions) {
  const own = new LiveFile(place);
  /** Lines that could not be written yet, in order. They are written before anything newer. */
  let owed: readonly TaskText[] = [];

  /** Releases the lost tasks. The others get a new file. Returns the writes that are left. */
  const settleLoss = async (batch: readonly Waiting<Append>[]): Promise<readonly Waiting<Append>[]> => {
    const written = groupBy(own.lines(), ({ task }) => task);
    const tasks = [...groupBy([...own.lines(), ...owed, ...linesOf(batch)], ({ task }) => task)].map(([id, lines]) => ({
      id,
      lines: lines.map(({ text }) => text),
      writtenLines: written.get(id)?.length ?? 0,
    }));
    const lost = await findLost(tasks);
    own.leave(lost);
    owed = owed.filter(({ task }) => !lost.has(task));
    if (lost.size > 0) await onLost(tasks.filter(({ id }) => lost.has(id)));
    const isLost = ({ value }: Waiting<Append>): boolean => value.lines.some(({ task }) => lost.has(task));
    for (const { reject } of batch.filter(isLost)) reject(new TaskLostError());
    return batch.filter((each) => !isLost(each));
  };
  const write = async (batch: readonly Waiting<Append>[]): Promise<void> => {
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
      owed = [...owed, ...linesOf(left.filter(({ value }) => value.isOwed))];
      for (const { reject } of left) reject(error);
    }
  };
  const enqueue = createBatchWriter(write);
  /**
   * Writes the owed lines, and all lines again if the file is gone. Resolves to whether this process still has the file
   * with all lines on disk. Calls `onLost` first if another process has taken the file. The queue of writes runs it,
   * because a write may give the file another name. Never rejects.
   */
  const confirm = (): Promise<boolean> =>
    enqueue({ lines: [], isOwed: false }).then(
      () => true,
      () => false,
    );
  return {
    /** Names of the files of this process. */
    names: (): ReadonlySet<string> => own.names,
    has: (task: string) => own.has(task),
    /**
     * Resolves when this process still has the file with the lines on disk. Rejects with a TaskLostError when another
     * process has the tasks. Rejects with another error when the lines cannot be written now: they are then owed, and
     * written before anything newer.
     */
    append: (lines: readonly TaskText[]) => enqueue({ lines, isOwed: true }),
    /** Does the same as `append`, but lines that cannot be written now are dropped. */
    tryAppend: (lines: readonly TaskText[]) => enqueue({ lines, isOwed: false }),
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

function linesOf(batch: readonly Waiting<Append>[]): readonly TaskText[] {
  return batch.flatMap(({ value }) => value.lines);
}

/** A line of a journal and the task that it is about. */
interface TaskText {
  readonly task: string;
  /** Text without line feed. */
  readonly text: string;
  /** The line removes the task, so no line of it has to be kept. */
  readonly ends: boolean;
}

/** Converts a line of a journal to one whose task is known. */
export function toTaskText(task: string, line: JournalText): TaskText {
  const ends = line.kind === 'record' && line.record.kind === 'removed';
  return { task, text: line.text, ends };
}

/** A file with less history than this is not rewritten. */
const minHistoryBytes = 256 * 1024;

/** The file no longer has its name: another process has taken it, or the user has deleted it. */
class FileLostError extends Error {}

function throwLost(error: unknown): never {
  throw isMissing(error) ? new FileLostError('The journal is not where it was') : error;
}

/** A file with its last state that is known to be written. */
interface JournalFile {
  readonly name: string;
  /** Size up to the end of the last line that is known to be whole. */
  readonly sizeBytes: number;
}

/** A journal file with its lines that are worth keeping. It is created with the first line. */
class LiveFile {
  /**
   * The name of the present file, and of those that are being created or removed. A name is in the set before its file
   * exists and until the file is gone. Otherwise this process would adopt its own tasks.
   */
  readonly names = new Set<string>();
  readonly #place: JournalPlace;
  #file: JournalFile | null = null;
  /** Lines by task in the order in which the tasks were added, and their size in the file. */
  readonly #tasks = new Map<string, TaskText[]>();
  #liveBytes = 0;

  constructor(place: JournalPlace) {
    this.#place = place;
  }

  has(task: string): boolean {
    return this.#tasks.has(task);
  }

  lines(): readonly TaskText[] {
    return [...this.#tasks.values()].flat();
  }

  exists(): boolean {
    return this.#file !== null;
  }

  async touch(): Promise<void> {
    if (this.#file) await this.#place.files.touch(this.#pathOf(this.#file.name));
  }

  /** Forgets the file, which another process has taken, and the lines of the tasks that it has. */
  leave(lost: Iterable<string>): void {
    if (this.#file) this.names.delete(this.#file.name);
    this.#file = null;
    for (const task of lost) this.#forget(task);
  }

  /**
   * Writes the lines to disk, in the file or in a new one. Without lines, checks that the file is still there. Rejects
   * with a FileLostError when another process has taken the file.
   */
  async put(lines: readonly TaskText[]): Promise<void> {
    if (this.#file && lines.length === 0) return this.#check(this.#file.name);
    if (lines.length === 0 && this.#tasks.size === 0) return;
    let file = await (this.#file ? this.#appendOrRewrite(this.#file, lines) : this.#rewrite(null, lines));
    this.#file = file;
    this.#keep(lines);
    if (file.sizeBytes - this.#liveBytes > Math.max(minHistoryBytes, this.#liveBytes)) {
      // Nothing is lost if the rewrite fails. It is tried again after the next write.
      file = await this.#rewrite(file, []).catch((error: unknown) => {
        if (error instanceof FileLostError) throw error;
        return file;
      });
      this.#file = file;
    }
    // The name of a file that cannot be removed is kept, because otherwise its tasks would be adopted.
    for (const name of this.names) if (name !== file.name) await this.#remove(name).catch(() => undefined);
  }

  /**
   * Appends the lines. If that fails, a new file replaces the old one, because after a failed sync it is unknown what
   * is on disk.
   */
  async #appendOrRewrite(file: JournalFile, lines: readonly TaskText[]): Promise<JournalFile> {
    try {
      return await this.#append(file, lines);
    } catch (error) {
      if (error instanceof FileLostError) throw error;
      return this.#rewrite(file, lines);
    }
  }

  /**
   * Resolves when the lines are on disk in a file that still has its name. The file is opened for each write, because
   * tasks end after everything else and there would be no moment to close it. Its name is checked after the lines are
   * on disk. A process that adopts the tasks renames the file first and then reads it: either it reads the lines, or
   * the name is gone by the time of the check.
   */
  async #append({ name, sizeBytes }: JournalFile, lines: readonly TaskText[]): Promise<JournalFile> {
    const bytes = Buffer.from(textOf(lines));
    const flags = fileFlags.O_WRONLY | fileFlags.O_APPEND;
    await withFile(await this.#place.files.open(this.#pathOf(name), flags).catch(throwLost), async (handle) => {
      const { size } = await handle.stat();
      if (size < sizeBytes) throw new Error(`${name} has lost ${sizeBytes - size} bytes`);
      // A failed write may have left half a line, which must not damage the next one.
      if (size > sizeBytes) await handle.truncate(sizeBytes);
      await writeWhole(handle, bytes);
      await handle.datasync();
    });
    await this.#check(name);
    return { name, sizeBytes: sizeBytes + bytes.length };
  }

  /**
   * Creates a file with all lines, and removes the old one. The new file exists before the old one is removed: a crash
   * in between leaves the tasks in two files, of which one is used. If the old file is gone already, another process
   * has it.
   */
  async #rewrite(old: JournalFile | null, lines: readonly TaskText[]): Promise<JournalFile> {
    const { files, owner } = this.#place;
    const name = createJournalName('journal', owner, files);
    this.names.add(name);
    const text = textOf([...this.lines(), ...lines]);
    await writeJournalFile(name, text, this.#place);
    try {
      if (old) await this.#unlink(old.name);
    } catch (error) {
      await this.#unlink(name).catch(() => undefined);
      throw error;
    }
    return { name, sizeBytes: Buffer.byteLength(text) };
  }

  /** Resolves if the file still has its name. Other processes never create a file with this name. */
  async #check(name: string): Promise<void> {
    await this.#place.files.stat(this.#pathOf(name)).catch(throwLost);
  }

  /** Removes a file that was replaced, and its name when it is gone. */
  async #remove(name: string): Promise<void> {
    await this.#unlink(name).catch((error: unknown) => {
      if (!(error instanceof FileLostError)) throw error;
    });
    this.names.delete(name);
  }

  /** Removes the file durably: a power cut must not bring back tasks that are removed later. */
  async #unlink(name: string): Promise<void> {
    const { folder, files } = this.#place;
    await files.unlink(this.#pathOf(name)).catch(throwLost);
    await syncFolder(folder, files).catch(() => undefined);
  }

  #pathOf(name: string): string {
    return join(this.#place.folder, name);
  }

  #keep(lines: readonly TaskText[]): void {
    for (const line of lines) {
      if (line.ends) {
        this.#forget(line.task);
        continue;
      }
      this.#liveBytes += Buffer.byteLength(line.text) + 1;
      const known = this.#tasks.get(line.task);
      if (known) known.push(line);
      else this.#tasks.set(line.task, [line]);
    }
  }

  #forget(task: string): void {
    this.#liveBytes -= Buffer.byteLength(textOf(this.#tasks.get(task) ?? []));
    this.#tasks.delete(task);
  }
}

function textOf(lines: readonly TaskText[]): string {
  return lines.map(({ text }) => `${text}\n`).join('');
}
