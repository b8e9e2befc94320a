import { join } from 'node:path';
import type { JournalTask } from '../core/task/journalPort.ts';
import type { Log } from '../core/task/ports.ts';
import type { FileSystem } from './files/fileSystem.ts';
import { syncFolder } from './files/syncFolder.ts';
import { isMissing } from './files/systemError.ts';
import { withFile, writeWhole } from './files/wholeFile.ts';
import type { ForeignJournals, Orphan } from './foreignJournals.ts';
import { markDamage, type JournalText } from './journalLine.ts';
import {
  createJournalName,
  damagedName,
  draftName,
  listJournals,
  nobody,
  ownerOf,
  progressName,
} from './journalNames.ts';
import { mergeTasks, type TaskLines, type WrittenTask } from './journalTasks.ts';
import { isLeftBehind } from './leftBehind.ts';
import { toTaskText, type OwnJournal } from './ownJournal.ts';
import type { Processes } from './processes.ts';

export interface TakeOverOptions {
  readonly folder: string;
  readonly files: FileSystem;
  readonly processes: Processes;
  readonly isWanted: (jobFile: string) => boolean;
  readonly foreign: ForeignJournals;
  readonly own: Pick<OwnJournal, 'has' | 'tryAppend'>;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * Makes the tasks of these job files that no process watches this process's own, and returns them. Each
 * journal is claimed by renaming it, which one process alone can do; the tasks stand in our own file before it goes.
 */
export async function takeOver(options: TakeOverOptions): Promise<readonly JournalTask[]> {
  const { foreign, own } = options;
  const orphans = await foreign.readOrphans();
  // Asked for often, and mostly there is nothing to do: then nothing is written.
  const claims = await Promise.all(
    orphans.filter((each) => isOfUse(each, options)).map((each) => claim(each, options)),
  );
  const claimed = (await Promise.all(claims.map(async (each) => each && readClaimed(each, foreign)))).filter(
    (each) => each !== null,
  );
  const tasks = mergeTasks(claimed.map(({ journal }) => journal)).filter(
    (task) => isAdoptable(task, options) && !own.has(task.id),
  );
  if (!(await copyToOwn(tasks, options))) return [];
  const adopted = new Set(tasks.map(({ id }) => id));
  // From here on the tasks are ours: they go on, whatever becomes of the file that they come from.
  for (const each of claimed) {
    await leaveRest(each, adopted, options).catch((error: unknown) =>
      options.log.warn(`${each.claimedName} is kept for now: ${String(error)}`),
    );
  }
  await removeLeftovers(options).catch(() => undefined);
  return tasks.map(({ folded }) => folded);
}

/** Answers whether they are there. If not, they wait in the files that were claimed for the next look. */
async function copyToOwn(tasks: readonly TaskLines[], { own, log }: TakeOverOptions): Promise<boolean> {
  try {
    if (tasks.length > 0) await own.tryAppend(tasks.flatMap(copyLines));
    return true;
  } catch (error) {
    log.warn(`${tasks.length} tasks can not be taken over now: ${String(error)}`);
    return false;
  }
}

/**
 * Journals that a process did not come to finish; what they were to hold is in others. And how far tasks were that are
 * somebody else's by now.
 */
async function removeLeftovers({ folder, files, processes }: TakeOverOptions): Promise<void> {
  const { drafts, progress } = await listJournals(folder, files);
  const leftovers = [
    ...drafts.map((name) => ({ path: join(folder, draftName(name)), mark: ownerOf(name) })),
    ...progress.map((mark) => ({ path: join(folder, progressName(mark)), mark })),
  ];
  for (const { path, mark } of leftovers) {
    if (await isLeftBehind(path, mark, { files, processes })) await files.unlink(path).catch(() => undefined);
  }
}

interface Claim {
  /** As its owner called it. */
  readonly name: string;
  readonly claimedName: string;
}

interface Claimed extends Claim, Orphan {}

/** A file that holds nothing any more is of use too: it can go. */
function isOfUse({ journal }: Orphan, options: TakeOverOptions): boolean {
  const tasks = [...journal.tasks.values()];
  return tasks.some((task) => isAdoptable(task, options)) || (tasks.length === 0 && journal.strays.length === 0);
}

/** What a later version has written about stays for a window that can read it. */
function isAdoptable({ folded, isNewer }: WrittenTask, { isWanted }: Pick<TakeOverOptions, 'isWanted'>): boolean {
  return !isNewer && isWanted(folded.entry.task.jobFile);
}

/** Null when another process was quicker. */
async function claim({ name }: Orphan, { folder, files, processes, log }: TakeOverOptions): Promise<Claim | null> {
  const claimedName = createJournalName(processes.self);
  try {
    await files.rename(join(folder, name), join(folder, claimedName));
    return { name, claimedName };
  } catch (error) {
    if (!isMissing(error)) log.warn(`${name} can not be taken over now: ${String(error)}`);
    return null;
  }
}

/** Read again under its new name: an owner that was only away may have written in between. */
async function readClaimed(claim: Claim, foreign: ForeignJournals): Promise<Claimed | null> {
  const journal = await foreign.read(claim.claimedName);
  return journal && { ...claim, journal };
}

/** Lines as they are; for damaged ones, which may be about more than one task, a mark. */
function copyLines({ id, lines }: TaskLines): ReturnType<typeof toTaskText>[] {
  return lines.map((line) => toTaskText(id, line.kind === 'damaged' ? markDamage(id) : line));
}

/** Keeps the tasks that were not wanted for whoever opens their folder, and lets go of the file. */
async function leaveRest(
  { name, claimedName, journal }: Claimed,
  adopted: ReadonlySet<string>,
  { folder, files, processes, own, log }: TakeOverOptions,
): Promise<void> {
  const isLeft = ({ id }: TaskLines): boolean => !adopted.has(id) && !own.has(id);
  const rest = [...[...journal.tasks.values()].filter(isLeft).flatMap(leaveLines), ...journal.strays];
  if (rest.length > 0) {
    const restName = createJournalName(nobody);
    // Under our own name as long as it is not whole, so that others can tell whether somebody is still at it.
    const draft = join(folder, draftName(createJournalName(processes.self)));
    const text = Buffer.from(rest.map(({ text }) => `${text}\n`).join(''));
    await withFile(await files.open(draft, 'wx', 0o600), async (file) => {
      await writeWhole(file, text);
      await file.sync();
    });
    await files.rename(draft, join(folder, restName));
    await syncFolder(folder, files);
  }
  const { damaged, headless } = journal;
  if (damaged === 0) return files.unlink(join(folder, claimedName));
  const without = headless.length > 0 ? `, and nothing else is known of the tasks ${headless.join(', ')}` : '';
  log.warn(`${name}: ${damaged} lines can not be read${without}. It is kept as ${damagedName(name)}`);
  await files.rename(join(folder, claimedName), join(folder, damagedName(name)));
}

function leaveLines({ id, lines }: TaskLines): readonly JournalText[] {
  return lines.map((line) => (line.kind === 'damaged' ? markDamage(id) : line));
}
