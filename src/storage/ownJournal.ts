import { constants } from 'node:fs';
import { mkdir, open, rename, stat, unlink, utimes, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { TakenOverError } from '../core/task/journalPort.ts';
import type { JournalText } from './journalLine.ts';
import { createJournalName, draftName } from './journalNames.ts';
import { createLiveLines, type TaskText } from './liveLines.ts';
import { syncFolder } from './syncFolder.ts';
import { isMissing } from './systemError.ts';

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

interface OwnFile {
  readonly name: string;
  /** Up to the end of the last line that is known to be whole. */
  readonly sizeBytes: number;
}

/** Less history than this is not worth a rewrite. */
const minHistoryBytes = 256 * 1024;

/** The file is not where it was: another process has taken it, or a person has removed it. */
class FileLostError extends Error {
  constructor() {
    super('The journal is not where it was');
    this.name = 'FileLostError';
  }
}

/** What comes while a write is under way goes with the next one, so that many tasks share one sync. */
export function createOwnJournal({ folder, findElsewhere, onLost }: OwnJournalOptions): OwnJournal {
  const live = createLiveLines();
  // From before a file has its name until after it has lost it, or this process would take over from itself.
  const names = new Set<string>();
  let file: OwnFile | null = null;
  let waiting: Waiting[] = [];
  let isWriting = false;

  const claimName = (): string => {
    const name = createJournalName();
    names.add(name);
    return name;
  };
  const appendOrRewrite = async (lines: readonly TaskText[]): Promise<void> => {
    const text = textOf(lines);
    if (file && text === '') return checkStillOurs(join(folder, file.name));
    if (!file && text === '' && live.bytes() === 0) return;
    if (file) file = await appendTo(folder, file, text);
    else file = await createFile(folder, claimName(), [...live.lines(), ...lines]);
    live.add(lines);
    // Nothing is lost when this comes to nothing: it is tried again after the next write.
    if (file.sizeBytes - live.bytes() > Math.max(minHistoryBytes, live.bytes())) {
      file = await compact(folder, file, { name: claimName(), lines: live.lines() }).catch((error: unknown) =>
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
      const now = new Date();
      // Polls are not written down: without a word from here both would go on asking.
      if (file) await utimes(join(folder, file.name), now, now).catch(confirm);
    },
  };
}

function textOf(lines: readonly TaskText[]): string {
  return lines.map(({ text }) => `${text}\n`).join('');
}

function keepUnlessLost(error: unknown, file: OwnFile | null): OwnFile | null {
  if (error instanceof FileLostError) throw error;
  return file;
}

/**
 * Opened for each write: nobody would know when to close it, as tasks end after everything else. That the name still
 * stands for this file is asked after the lines are on disk. Who takes a journal over renames it first and reads it
 * then: either the lines are in what is read, or the name is gone by now.
 */
async function appendTo(folder: string, file: OwnFile, text: string): Promise<OwnFile> {
  const path = join(folder, file.name);
  const handle = await open(path, constants.O_WRONLY | constants.O_APPEND).catch((error: unknown) => {
    throw isMissing(error) ? new FileLostError() : error;
  });
  try {
    // A write that failed may have left half a line: it must not spoil the next one.
    if ((await handle.stat()).size > file.sizeBytes) await handle.truncate(file.sizeBytes);
    await handle.appendFile(text);
    await handle.datasync();
  } finally {
    await handle.close();
  }
  await checkStillOurs(path);
  return { ...file, sizeBytes: file.sizeBytes + Buffer.byteLength(text) };
}

/** Nobody else ever makes a file of this name. */
async function checkStillOurs(path: string): Promise<void> {
  try {
    await stat(path);
  } catch (error) {
    throw isMissing(error) ? new FileLostError() : error;
  }
}

/** Whole or not there at all: it gets its name when it is on disk. */
async function createFile(folder: string, name: string, lines: readonly TaskText[]): Promise<OwnFile> {
  await mkdir(folder, { recursive: true });
  const draft = join(folder, draftName(name));
  const handle = await open(draft, 'wx', 0o600);
  try {
    const file = await fill(handle, name, textOf(lines));
    await rename(draft, join(folder, name));
    await syncFolder(folder);
    return file;
  } catch (error) {
    await unlink(draft).catch(() => undefined);
    throw error;
  }
}

async function fill(handle: FileHandle, name: string, text: string): Promise<OwnFile> {
  try {
    await handle.writeFile(text);
    await handle.sync();
    return { name, sizeBytes: Buffer.byteLength(text) };
  } finally {
    await handle.close();
  }
}

/**
 * The same without what is history. The new file is there before the old one goes, with the same tasks: a crash in
 * between leaves them in two files, of which one counts. When the old one is gone already, somebody else has it.
 */
async function compact(
  folder: string,
  old: OwnFile,
  { name, lines }: { readonly name: string; readonly lines: readonly TaskText[] },
): Promise<OwnFile> {
  const file = await createFile(folder, name, lines);
  try {
    await unlink(join(folder, old.name));
  } catch (error) {
    await unlink(join(folder, file.name)).catch(() => undefined);
    throw isMissing(error) ? new FileLostError() : error;
  }
  return file;
}

/** A line as a journal holds it, for a task that is in the journal. */
export function toTaskText(task: string, { text, ...line }: JournalText): TaskText {
  const ends = line.kind === 'record' && line.record.kind === 'removed';
  return { task, text, ends };
}
