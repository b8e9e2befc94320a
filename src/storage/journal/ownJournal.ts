import { groupBy } from '../../core/support/groupBy.ts';
import { TaskLostError } from '../../core/task/journalPort.ts';
import type { FileSystem } from '../../node/files/fileSystem.ts';
import { FileLostError } from './journalFile.ts';
import type { LostTask } from './lateResponses.ts';
import { createLiveFile, type TaskText } from './liveFile.ts';

/** The journal file of this process. It is created with the first line, under a name that no other process uses. */
export interface OwnJournal {
  /** Names of the files of this process. */
  names(): ReadonlySet<string>;
  has(task: string): boolean;
  /**
   * Resolves when the lines are on disk in a file that is still this process's own. Rejects with a TaskLostError when
   * the file has been taken and another process has the tasks. Rejects with another error when the lines cannot be
   * written now: they are then owed, and written before anything newer.
   */
  append(lines: readonly TaskText[]): Promise<void>;
  /** Does the same as `append`, but lines that cannot be written now are dropped. */
  tryAppend(lines: readonly TaskText[]): Promise<void>;
  /**
   * Writes the owed lines, and all lines again if the file is gone. Resolves to whether all lines are on disk in a file
   * that is still this process's own. If another process has taken the file, `onLost` is called before this resolves.
   * Never rejects.
   */
  confirm(): Promise<boolean>;
  /**
   * Shows other processes that this process is alive, and writes the owed lines. If another process has taken the file,
   * `onLost` is called. Never rejects.
   */
  beat(): Promise<void>;
}

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
 * Creates the journal of this process. Lines that arrive during a write are written together by the next one, so that
 * many tasks share one sync.
 */
export function createOwnJournal({ folder, files, owner, findForeign, onLost }: OwnJournalOptions): OwnJournal {
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
  // Confirming goes through the queue of writes, because a write may give the file another name.
  const confirm = (): Promise<boolean> =>
    enqueue([], false).then(
      () => true,
      () => false,
    );
  return {
    names: () => own.names(),
    has: (task) => own.live.has(task),
    append: (lines) => enqueue(lines, true),
    tryAppend: (lines) => enqueue(lines, false),
    confirm,
    async beat() {
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
