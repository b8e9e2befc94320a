import { TakenOverError } from '../core/task/journalPort.ts';
import type { FileSystem } from './files/fileSystem.ts';
import { createJournalFileWriter, FileLostError, type JournalFile, type JournalFileWriter } from './journalFile.ts';
import type { JournalText } from './journalLine.ts';
import { createJournalName } from './journalNames.ts';
import { createLiveLines, type TaskText } from './liveLines.ts';

/** The file of this process. It is made when something is to be written, under a name that nobody else uses. */
export interface OwnJournal {
  isOwn(name: string): boolean;
  has(task: string): boolean;
  /**
   * Resolves when the lines are on disk in a file that is still ours. Rejects with a TakenOverError when it is not, and
   * their tasks are followed by another process.
   */
  append(lines: readonly TaskText[]): Promise<void>;
  /** Resolves when it is known, and told, whether another process has taken the file. Never rejects. */
  confirm(): Promise<void>;
  /** Shows others that this process is there; where they have taken the file, that is known and told. Never rejects. */
  beat(): Promise<void>;
}

export interface OwnJournalOptions {
  readonly folder: string;
  readonly files: FileSystem;
  /** The mark of this process. */
  readonly owner: string;
  /** Those of these tasks that are in a journal of another process. */
  readonly findElsewhere: (tasks: Iterable<string>) => Promise<ReadonlySet<string>>;
  /** They are another process's by now. */
  readonly onLost: (tasks: readonly string[]) => void;
}

interface Waiting {
  readonly lines: readonly TaskText[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Less history than this is not worth a rewrite. */
const minHistoryBytes = 256 * 1024;

/** What comes while a write is under way goes with the next one, so that many tasks share one sync. */
export function createOwnJournal({ folder, files, owner, findElsewhere, onLost }: OwnJournalOptions): OwnJournal {
  const writer = createJournalFileWriter(folder, files);
  const live = createLiveLines();
  // From before a file has its name until after it has lost it, or this process would take over from itself.
  const names = new Set<string>();
  let file: JournalFile | null = null;
  let waiting: Waiting[] = [];
  let isWriting = false;

  const claimName = (): string => {
    const name = createJournalName(owner);
    names.add(name);
    return name;
  };
  const appendOrRewrite = async (lines: readonly TaskText[]): Promise<void> => {
    const text = textOf(lines);
    if (file && text === '') return writer.check(file);
    if (!file && text === '' && live.bytes() === 0) return;
    if (file) file = await writer.append(file, text);
    else file = await writer.create(claimName(), textOf([...live.lines(), ...lines]));
    live.add(lines);
    // Nothing is lost when this comes to nothing: it is tried again after the next write.
    if (file.sizeBytes - live.bytes() > Math.max(minHistoryBytes, live.bytes())) {
      file = await compact(file, { name: claimName(), text: textOf(live.lines()) }, writer).catch((error: unknown) =>
        keepUnlessLost(error, file),
      );
    }
    names.forEach((name) => name !== file?.name && names.delete(name));
  };
  /** Lets go of the tasks that another process has; the others get a new file. */
  const settleLoss = async (lines: readonly TaskText[]): Promise<ReadonlySet<string>> => {
    file = null;
    names.clear();
    const known = new Set([...live.lines(), ...lines].map(({ task }) => task));
    const lost = await findElsewhere(known);
    live.remove(lost);
    if (lost.size > 0) onLost([...lost]);
    return lost;
  };
  const write = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      await appendOrRewrite(batch.flatMap(({ lines }) => lines));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      if (!(error instanceof FileLostError)) throw error;
      const lost = await settleLoss(batch.flatMap(({ lines }) => lines));
      const isLost = ({ lines }: Waiting): boolean => lines.some(({ task }) => lost.has(task));
      for (const each of batch.filter(isLost)) each.reject(new TakenOverError());
      const rest = batch.filter((each) => !isLost(each));
      await appendOrRewrite(rest.flatMap(({ lines }) => lines));
      for (const { resolve } of rest) resolve();
    }
  };
  const run = async (): Promise<void> => {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await write(batch).catch((error: unknown) => batch.forEach(({ reject }) => reject(error)));
    }
    isWriting = false;
  };
  const append = (lines: readonly TaskText[]): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ lines, resolve, reject });
      if (!isWriting) void run();
    });
  // In the queue of the writes: one that is under way may give the file another name.
  const confirm = async (): Promise<void> => (file ? append([]).catch(() => undefined) : undefined);
  return {
    isOwn: (name) => names.has(name),
    has: (task) => live.has(task),
    append,
    confirm,
    async beat() {
      // Polls are not written down: without a word from here both would go on asking.
      if (file) await writer.touch(file).catch(confirm);
    },
  };
}

function textOf(lines: readonly TaskText[]): string {
  return lines.map(({ text }) => `${text}\n`).join('');
}

function keepUnlessLost(error: unknown, file: JournalFile | null): JournalFile | null {
  if (error instanceof FileLostError) throw error;
  return file;
}

/**
 * The same without what is history. The new file is there before the old one goes, with the same tasks: a crash in
 * between leaves them in two files, of which one counts. When the old one is gone already, another process has it.
 */
async function compact(
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

/** A line as a journal holds it, for a task that is in the journal. */
export function toTaskText(task: string, { text, ...line }: JournalText): TaskText {
  const ends = line.kind === 'record' && line.record.kind === 'removed';
  return { task, text, ends };
}
