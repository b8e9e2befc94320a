import { join } from 'node:path';
import type { Clock } from '../../core/support/clock.ts';
import type { JournalTask } from '../../core/task/journalPort.ts';
import type { Log } from '../../core/task/ports.ts';
import type { FileSystem } from '../../node/files/fileSystem.ts';
import { syncFolder } from '../../node/files/folder.ts';
import { isMissing } from '../../node/files/systemCode.ts';
import { writeByDraft } from '../../node/files/wholeFile.ts';
import { isLeftBehind, type Processes } from '../../node/processes/processes.ts';
import { createPauses } from '../../node/systemClock.ts';
import type { ForeignJournals, Orphan } from './foreignJournals.ts';
import {
  createJournalName,
  damagedName,
  draftName,
  listJournals,
  noOwner,
  ownerOf,
  progressName,
} from './journalFile.ts';
import {
  buildDamageLine,
  writeJournalLine,
  type JournalText,
  mergeJournals,
  type TaskLines,
  type WrittenTask,
  type ReadJournal,
} from './journalLines.ts';
import type { LateResponses } from './lateResponses.ts';
import { type OwnJournal, type TaskText, toTaskText } from './ownJournal.ts';

interface AdoptionOptions {
  readonly folder: string;
  readonly files: FileSystem;
  readonly processes: Processes;
  readonly isWanted: (jobFile: string) => boolean;
  readonly foreign: ForeignJournals;
  readonly own: Pick<OwnJournal, 'has' | 'append' | 'tryAppend'>;
  readonly late: Pick<LateResponses, 'isAwaited'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * Adopts the tasks of wanted job files that no process watches, and returns them. Each journal is claimed by renaming
 * it, which only one process can do. The tasks are in the journal of this process before the claimed file is removed.
 */
export async function adoptOrphans(options: AdoptionOptions): Promise<readonly JournalTask[]> {
  const { foreign, own, late, isWanted } = options;
  const { orphans, held } = await foreign.readOrphans();
  // A task that a later version has written about is left for a window of that version.
  const isAdoptable = ({ id, folded, isNewer }: WrittenTask): boolean =>
    !isNewer && !held.has(id) && !late.isAwaited(id) && isWanted(folded.entry.task.jobFile);
  // This is called often and mostly finds nothing. In that case it writes nothing.
  const claims = await claimAll(
    orphans.filter(({ journal }) => isEmpty(journal) || [...journal.tasks.values()].some(isAdoptable)),
    options,
  );
  const claimed = (await Promise.all(claims.map((each) => readClaimed(each, foreign)))).filter((each) => each !== null);
  const tasks = mergeJournals(claimed.map(({ journal }) => journal)).filter(
    (task) => isAdoptable(task) && !own.has(task.id),
  );
  if (!(await copyToOwn(tasks, options))) return [];
  const adopted = new Set(tasks.map(({ id }) => id));
  const isLeft = ({ id, lines }: TaskLines): boolean =>
    !adopted.has(id) && !own.has(id) && (held.get(id) ?? 0) < lines.length;
  const kept = new Set<string>();
  for (const each of claimed) {
    if (await leaveRest(each, isLeft, options)) for (const id of each.journal.tasks.keys()) kept.add(id);
  }
  await removeLeftovers(options).catch(() => undefined);
  // A power cut must not bring back the tasks of the removed files: some of them may be removed later.
  if (claimed.length > 0) await syncFolder(options.folder, options.files).catch(() => undefined);
  const lost = await release(
    tasks.filter(({ id }) => !kept.has(id)),
    options,
  );
  return tasks.filter(({ id }) => !lost.has(id)).map(({ folded }) => folded);
}

/**
 * Claims the journals one after another in the order of their names. After a crash, a task may be in two journals. Two
 * processes must not claim one each, so a journal with a copy of a task that another process has claimed is left to
 * that process.
 */
async function claimAll(orphans: readonly Orphan[], options: AdoptionOptions): Promise<readonly Claim[]> {
  const claims: Claim[] = [];
  const left = new Set<string>();
  for (const orphan of orphans) {
    const ids = [...orphan.journal.tasks.keys()];
    const claimed = ids.some((id) => left.has(id)) ? null : await claim(orphan, options);
    if (claimed) claims.push(claimed);
    else for (const id of ids) left.add(id);
  }
  return claims;
}

/**
 * Removes from the journal of this process the tasks that another process has adopted, because this process slept for
 * too long after its claim. Resolves to their ids.
 */
async function release(
  tasks: readonly TaskLines[],
  { foreign, own, clock, log }: AdoptionOptions,
): Promise<ReadonlySet<string>> {
  if (tasks.length === 0) return new Set();
  // A task is not released only because the journals cannot be read now.
  const lost = await foreign.findTasks(tasks.map(({ id }) => id)).catch(() => new Set<string>());
  const at = clock.now();
  const lines = [...lost].map((task) => toTaskText(task, writeJournalLine({ v: 1, task, at, kind: 'removed' })));
  await own.append(lines).catch((error: unknown) => log.warn(`The journal cannot be written: ${String(error)}`));
  return lost;
}

/**
 * Resolves to whether the tasks are in the journal of this process. If not, they stay in the claimed files until the
 * next attempt.
 */
async function copyToOwn(tasks: readonly TaskLines[], { own, log }: AdoptionOptions): Promise<boolean> {
  try {
    const lines: TaskText[] = [];
    const pause = createPauses();
    for (const task of tasks) {
      lines.push(...copyLines(task));
      await pause();
    }
    if (lines.length > 0) await own.tryAppend(lines);
    return true;
  } catch (error) {
    log.warn(`${tasks.length} tasks cannot be adopted now: ${String(error)}`);
    return false;
  }
}

/**
 * Removes drafts of journals that an ended process did not finish, whose tasks are also in other journals, and the
 * progress files of ended processes.
 */
async function removeLeftovers({ folder, files, processes, clock }: AdoptionOptions): Promise<void> {
  const { drafts, progress } = await listJournals(folder, files);
  const leftovers = [
    ...drafts.map((name) => ({ path: join(folder, draftName(name)), identity: ownerOf(name) })),
    ...progress.map((identity) => ({ path: join(folder, progressName(identity)), identity })),
  ];
  for (const { path, identity } of leftovers) {
    const isAbandoned = await isLeftBehind(path, identity, { files, processes, now: clock.now() });
    if (isAbandoned) await files.unlink(path).catch(() => undefined);
  }
}

interface Claim {
  /** The name that the owner of the journal gave it. */
  readonly name: string;
  readonly claimedName: string;
}

interface Claimed extends Claim, Orphan {}

/** Whether the file contains nothing more, so that it can be removed. */
function isEmpty({ tasks, strays }: ReadJournal): boolean {
  return tasks.size === 0 && strays.length === 0;
}

/** Returns null if another process was faster. */
async function claim(
  { name }: Orphan,
  { folder, files, processes, foreign, log }: AdoptionOptions,
): Promise<Claim | null> {
  const claimedName = createJournalName(processes.self, files);
  try {
    await files.rename(join(folder, name), join(folder, claimedName));
    foreign.renamed(name, claimedName);
    return { name, claimedName };
  } catch (error) {
    if (!isMissing(error)) log.warn(`${name} cannot be adopted now: ${String(error)}`);
    return null;
  }
}

/** Reads the file again under its new name, because a suspended owner may have written to it meanwhile. */
async function readClaimed(claim: Claim, foreign: ForeignJournals): Promise<Claimed | null> {
  const journal = await foreign.read(claim.claimedName);
  return journal && { ...claim, journal };
}

/** Copies lines verbatim. A damaged line, which may be about several tasks, is replaced. */
function copyLines({ id, lines }: TaskLines): readonly TaskText[] {
  return lines.map((line) => toTaskText(id, line.kind === 'damaged' ? buildDamageLine(id) : line));
}

/**
 * Keeps the tasks that no process has for the window that opens their folder, and removes the file. Resolves to whether
 * the claim was valid until then: only one process can remove the file. Never rejects.
 */
async function leaveRest(
  claimed: Claimed,
  isLeft: (task: TaskLines) => boolean,
  options: AdoptionOptions,
): Promise<boolean> {
  const { folder, files, log } = options;
  const { name, claimedName, journal } = claimed;
  const { damaged, headless } = journal;
  const path = join(folder, claimedName);
  try {
    const rest = await writeRest(claimed, isLeft, options);
    try {
      await (damaged === 0 ? files.unlink(path) : files.rename(path, join(folder, damagedName(name))));
    } catch (error) {
      if (!isMissing(error)) throw error;
      if (rest !== null) await files.unlink(rest);
      return false;
    }
  } catch (error) {
    // The tasks belong to this process now and continue, even if the file that they come from cannot be removed.
    log.warn(`${claimedName} is kept for now: ${String(error)}`);
    return true;
  }
  const without = headless.length > 0 ? `, and nothing else is known of the tasks ${headless.join(', ')}` : '';
  if (damaged > 0) log.warn(`${name}: ${damaged} lines cannot be read${without}. It is kept as ${damagedName(name)}`);
  return true;
}

/**
 * Writes a journal without a process for the tasks that are not adopted. Resolves to its path, or to null if there are
 * none.
 */
async function writeRest(
  { journal }: Claimed,
  isLeft: (task: TaskLines) => boolean,
  { folder, files, processes }: AdoptionOptions,
): Promise<string | null> {
  const rest = [...[...journal.tasks.values()].filter(isLeft).flatMap(leaveLines), ...journal.strays];
  if (rest.length === 0) return null;
  const path = join(folder, createJournalName(noOwner, files));
  // The draft has the identity of this process, so that others know whether it is still being written.
  const draft = join(folder, draftName(createJournalName(processes.self, files)));
  const text = Buffer.from(rest.map(({ text }) => `${text}\n`).join(''));
  await writeByDraft(path, text, { draft, files });
  await syncFolder(folder, files);
  return path;
}

function leaveLines({ id, lines }: TaskLines): readonly JournalText[] {
  return lines.map((line) => (line.kind === 'damaged' ? buildDamageLine(id) : line));
}
