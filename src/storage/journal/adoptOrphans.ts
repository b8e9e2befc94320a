import { join } from 'node:path';
import type { Clock } from '../../core/support/clock.ts';
import type { JournalTask } from '../../core/task/journalPort.ts';
import type { Log } from '../../core/task/ports.ts';
import { syncFolder } from '../../node/files/folder.ts';
import { isMissing } from '../../node/files/systemCode.ts';
import type { PartPorts } from '../../node/partFiles/partFile.ts';
import { isLeftBehind } from '../../node/processes/processes.ts';
import type { ForeignJournals, Orphan } from './foreignJournals.ts';
import { createJournalName, damagedName, leaveLines, listJournals, ownerOf } from './journalFile.ts';
import {
  buildDamageLine,
  type JournalText,
  mergeJournals,
  writeJournalLine,
  type WrittenTask,
} from './journalLines.ts';
import type { LateResponses } from './lateResponses.ts';
import { type OwnJournal, toTaskText } from './ownJournal.ts';

interface AdoptionOptions extends PartPorts {
  readonly folder: string;
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
  const { folder, files, foreign, own, late, isWanted } = options;
  const { orphans, held } = await foreign.readOrphans();
  // A task that a later version has written about is left for a window of that version.
  const isAdoptable = ({ id, folded, isNewer }: WrittenTask): boolean =>
    !isNewer && !held.has(id) && !late.isAwaited(id) && isWanted(folded.entry.task.jobFile);
  // This is called often and mostly finds nothing. In that case it writes nothing.
  const isWorthClaiming = ({ journal: { tasks, strays } }: Orphan): boolean =>
    (tasks.size === 0 && strays.length === 0) || [...tasks.values()].some(isAdoptable);
  const claimed = await claimAll(orphans.filter(isWorthClaiming), options);
  const tasks = mergeJournals(claimed.map(({ journal }) => journal)).filter(
    (task) => isAdoptable(task) && !own.has(task.id),
  );
  if (!(await copyToOwn(tasks, options))) return [];
  const adopted = new Set(tasks.map(({ id }) => id));
  const isLeft = ({ id, lines }: WrittenTask): boolean =>
    !adopted.has(id) && !own.has(id) && (held.get(id) ?? 0) < lines.length;
  const kept = new Set<string>();
  for (const each of claimed) {
    if (await leaveRest(each, isLeft, options)) for (const id of each.journal.tasks.keys()) kept.add(id);
  }
  await removeLeftovers(options).catch(() => undefined);
  // A power cut must not bring back the tasks of the removed files: some of them may be removed later.
  if (claimed.length > 0) await syncFolder(folder, files).catch(() => undefined);
  const lost = await release(
    tasks.flatMap(({ id }) => (kept.has(id) ? [] : [id])),
    options,
  );
  return tasks.filter(({ id }) => !lost.has(id)).map(({ folded }) => folded);
}

/** A journal that this process has claimed, under its new name. */
interface Claimed extends Orphan {
  /** The name that the owner of the journal gave it. */
  readonly oldName: string;
}

/**
 * Claims the journals one after another in the order of their names. After a crash, a task may be in two journals. Two
 * processes must not claim one each, so a journal with a copy of a task that another process has claimed is left to
 * that process.
 */
async function claimAll(orphans: readonly Orphan[], options: AdoptionOptions): Promise<readonly Claimed[]> {
  const all: Claimed[] = [];
  const left = new Set<string>();
  for (const orphan of orphans) {
    const ids = [...orphan.journal.tasks.keys()];
    const claimed = ids.some((id) => left.has(id)) ? null : await claim(orphan.name, options);
    if (claimed) all.push(claimed);
    else for (const id of ids) left.add(id);
  }
  return all;
}

/** Returns null if another process was faster, or the journal cannot be read. */
async function claim(
  oldName: string,
  { folder, files, processes, foreign, log }: AdoptionOptions,
): Promise<Claimed | null> {
  const name = createJournalName('journal', processes.self, files);
  try {
    await files.rename(join(folder, oldName), join(folder, name));
  } catch (error) {
    if (!isMissing(error)) log.warn(`${oldName} cannot be adopted now: ${String(error)}`);
    return null;
  }
  // It is read again, because a suspended owner may have written to it meanwhile.
  const journal = await foreign.read(name);
  return journal && { oldName, name, journal };
}

/** Returns the lines to copy. A damaged line, which may be about several tasks, is replaced. */
function linesOf({ id, lines }: WrittenTask): readonly JournalText[] {
  return lines.map((line) => (line.kind === 'damaged' ? buildDamageLine(id) : line));
}

/**
 * Resolves to whether the tasks are in the journal of this process. If not, they stay in the claimed files until the
 * next attempt.
 */
async function copyToOwn(tasks: readonly WrittenTask[], { own, log }: AdoptionOptions): Promise<boolean> {
  const lines = tasks.flatMap((task) => linesOf(task).map((line) => toTaskText(task.id, line)));
  try {
    if (lines.length > 0) await own.tryAppend(lines);
    return true;
  } catch (error) {
    log.warn(`${tasks.length} tasks cannot be adopted now: ${String(error)}`);
    return false;
  }
}

/**
 * Keeps the tasks that no process has for the window that opens their folder, and removes the file. Resolves to whether
 * the claim was valid until then: only one process can remove the file. Never rejects.
 */
async function leaveRest(
  { oldName, name, journal }: Claimed,
  isLeft: (task: WrittenTask) => boolean,
  { folder, files, processes, log }: AdoptionOptions,
): Promise<boolean> {
  const { tasks, strays, damaged, headless } = journal;
  const path = join(folder, name);
  const rest = [...[...tasks.values()].filter(isLeft).flatMap(linesOf), ...strays];
  try {
    const restName = await leaveLines(rest, { folder, files, owner: processes.self });
    try {
      await (damaged === 0 ? files.unlink(path) : files.rename(path, join(folder, damagedName(oldName))));
    } catch (error) {
      if (!isMissing(error)) throw error;
      if (restName !== null) await files.unlink(join(folder, restName));
      return false;
    }
  } catch (error) {
    // The tasks belong to this process now and continue, even if the file that they come from cannot be removed.
    log.warn(`${name} is kept for now: ${String(error)}`);
    return true;
  }
  const without = headless.length > 0 ? `, and nothing else is known of the tasks ${headless.join(', ')}` : '';
  if (damaged > 0)
    log.warn(`${oldName}: ${damaged} lines cannot be read${without}. It is kept as ${damagedName(oldName)}`);
  return true;
}

/**
 * Removes what ended processes have left: drafts of journals, whose tasks are also in other journals, and progress
 * files.
 */
async function removeLeftovers({ folder, files, processes, clock }: AdoptionOptions): Promise<void> {
  const { passing } = await listJournals(folder, files);
  for (const name of passing) {
    const path = join(folder, name);
    const isAbandoned = await isLeftBehind(path, ownerOf(name), { files, processes, now: clock.now() });
    if (isAbandoned) await files.unlink(path).catch(() => undefined);
  }
}

/**
 * Removes from the journal of this process the tasks that another process has adopted, because this process slept for
 * too long after its claim. Resolves to their ids.
 */
async function release(
  ids: readonly string[],
  { foreign, own, clock, log }: AdoptionOptions,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  // A task is not released only because the journals cannot be read now.
  const lost = await foreign.findTasks(ids).catch(() => new Set<string>());
  const at = clock.now();
  const lines = [...lost].map((task) => toTaskText(task, writeJournalLine({ v: 1, task, at, kind: 'removed' })));
  await own.append(lines).catch((error: unknown) => log.warn(`The journal cannot be written: ${String(error)}`));
  return lost;
}
