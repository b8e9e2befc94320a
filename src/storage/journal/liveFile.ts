import type { FileSystem } from '../../node/files/fileSystem.ts';
import {
  createJournalFileWriter,
  createJournalName,
  FileLostError,
  type JournalFile,
  type JournalFileWriter,
} from './journalFile.ts';
import type { JournalText } from './journalLines.ts';

/** A line of a journal and the task that it is about. */
export interface TaskText {
  readonly task: string;
  /** Text without line feed. */
  readonly text: string;
  /** The line removes the task, so no line of it has to be kept. */
  readonly ends: boolean;
}

/** A journal file with its lines that are worth keeping. It is created with the first line. */
interface LiveFile {
  /** Names of the files of this process: the present one, and those that are being created or removed. */
  names(): ReadonlySet<string>;
  exists(): boolean;
  readonly live: Omit<LiveLines, 'add' | 'remove'>;
  /**
   * Writes the lines to disk, in the file or in a new one. Without lines, checks that the file is still there. Rejects
   * with a FileLostError when another process has taken the file.
   */
  put(lines: readonly TaskText[]): Promise<void>;
  /** Shows other processes that this one is alive. */
  touch(): Promise<void>;
  /** Forgets the file, which another process has taken, and the lines of the tasks that it has. */
  leave(lost: Iterable<string>): void;
}

/** A file with less history than this is not rewritten. */
const minHistoryBytes = 256 * 1024;

/** `owner`: the identity of this process. */
export function createLiveFile(folder: string, files: FileSystem, owner: string): LiveFile {
  const writer = createJournalFileWriter(folder, files);
  const live = createLiveLines();
  // A name is in the set before its file exists and until the file is gone. Otherwise this process would adopt its own
  // tasks.
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
    names: () => names,
    exists: () => file !== null,
    live,
    put,
    async touch() {
      if (file) await writer.touch(file);
    },
    leave(lost) {
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
  writer: JournalFileWriter,
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
interface LiveLines {
  has(task: string): boolean;
  /** All lines, by task in the order in which the tasks were added, each task's lines in their order. */
  lines(): readonly TaskText[];
  /** Size of all lines in the file, including line feeds. */
  bytes(): number;
  add(lines: readonly TaskText[]): void;
  remove(tasks: Iterable<string>): void;
}

function createLiveLines(): LiveLines {
  const tasks = new Map<string, TaskText[]>();
  let bytes = 0;
  const remove = (task: string): void => {
    for (const line of tasks.get(task) ?? []) bytes -= bytesOf(line);
    tasks.delete(task);
  };
  return {
    has: (task) => tasks.has(task),
    lines: () => [...tasks.values()].flat(),
    bytes: () => bytes,
    add(lines) {
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
    remove: (ids) => {
      for (const task of ids) remove(task);
    },
  };
}

function bytesOf({ text }: TaskText): number {
  return Buffer.byteLength(text) + 1;
}
