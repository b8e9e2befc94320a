import type { Clock, SteadyClock } from '../../core/support/clock.ts';
import { createDisposable, type Disposable } from '../../core/support/disposable.ts';
import { Emitter } from '../../core/support/emitter.ts';
import { TaskLostError, type JournalPort, type JournalTask } from '../../core/task/journalPort.ts';
import { foldTask } from '../../core/task/model/foldTask.ts';
import type { Log } from '../../core/task/ports.ts';
import { notSent } from '../../core/task/run/runParts.ts';
import type { FileSystem } from '../../node/files/fileSystem.ts';
import type { PartPorts } from '../../node/partFiles/partFile.ts';
import { adoptOrphans } from './adoptOrphans.ts';
import { createForeignJournals } from './foreignJournals.ts';
import { leaveLines, progressName } from './journalFile.ts';
import { beatMs, createJournalLeases } from './journalLeases.ts';
import { type JournalText, parseJournalLine, writeJournalLine } from './journalLines.ts';
import { createLateResponses, type LostTask } from './lateResponses.ts';
import { createOwnJournal, toTaskText } from './ownJournal.ts';
import { createProgressFiles } from './progressFile.ts';

interface JournalOptions extends PartPorts {
  /** Absolute path. The folder is created with the first record. */
  readonly folder: string;
  readonly log: Pick<Log, 'warn'>;
  /** Called at intervals after the first record, to write whatever else waits for the disk. */
  readonly onBeat?: () => Promise<unknown>;
  /** Real time, which is what other processes see pass: it counts beats and leases. */
  readonly clock: SteadyClock;
}

/**
 * The journal of all processes of a user. Each process appends to its own file, and adopts the tasks in the files of
 * ended processes. There is one engine per process and folder. Append-only files were chosen over `node:sqlite`:
 * appends of many tasks at once share a sync (`npm run bench`), the files stay whole on shared drives, any editor reads
 * them, and damage in one line leaves the others readable.
 */
export function createJournal(options: JournalOptions): JournalPort {
  const { folder, files, processes, clock, log } = options;
  const place = { folder, files, owner: processes.self };
  const lost = new Emitter<readonly string[]>();
  const beats = new AbortController();
  const leases = createJournalLeases({ folder, files, processes, monotonicMs: () => clock.monotonicMs() });
  const progress = createProgressFiles({ ...place, clock, signal: beats.signal });
  const foreign = createForeignJournals({ folder, files, ownNames: () => own.names(), leases, progress, log });
  const late = createLateResponses({ ...place, monotonicMs: () => clock.monotonicMs(), log });
  const own = createOwnJournal({
    ...place,
    async findLost(tasks) {
      const found = await foreign.findTasks(tasks.map(({ id }) => id));
      const left = tasks.flatMap((task) => (found.has(task.id) ? [] : listUnsent(task, clock.now())));
      await leaveLines(left, place);
      return new Set([...found, ...left.flatMap(({ task }) => task ?? [])]);
    },
    async onLost(tasks) {
      log.warn(`This window does not continue ${tasks.length} tasks, which another one may have adopted`);
      lost.fire(tasks.map(({ id }) => id));
      await late.lose(tasks);
    },
  });
  const findKnown = async (tasks: readonly string[]): Promise<ReadonlySet<string>> =>
    new Set([...tasks.filter((task) => own.has(task)), ...(await foreign.findTasks(tasks))]);
  const beat = async (): Promise<void> => {
    await own.beat();
    await late.flush();
    await options.onBeat?.();
  };
  let beating: Promise<void> | undefined;
  let adopting: Promise<unknown> = Promise.resolve();
  return {
    onDidLose: lost.event,
    async append(records) {
      if (records.length === 0) return;
      beating ??= keepBeating(beat, clock, beats.signal);
      if (records.some(({ task }) => late.isAwaited(task))) {
        await late.add(records.map(writeJournalLine));
        throw new TaskLostError();
      }
      await own.append(records.map((record) => toTaskText(record.task, writeJournalLine(record))));
    },
    confirm: own.confirm,
    async flush() {
      await late.flush();
      await own.confirm();
    },
    adopt(isWanted) {
      // Adoptions run one after another. Otherwise the second one would take the files of the first one for orphans.
      const adopted = adopting.then(async (): Promise<readonly JournalTask[]> => {
        await late.release(findKnown);
        const tasks = await adoptOrphans({ folder, files, processes, isWanted, foreign, own, late, clock, log });
        if (tasks.length > 0) beating ??= keepBeating(beat, clock, beats.signal);
        return tasks;
      });
      adopting = adopted.catch(() => undefined);
      return adopted;
    },
    async readLate() {
      return (await late.read()).filter(({ task }) => own.has(task));
    },
    async readForeign() {
      const tasks = await foreign.readTasks();
      // Tasks that are being adopted are no longer foreign. A caller that adds this process's own tasks must have them
      // by then.
      await adopting;
      const isOwn = ({ entry }: JournalTask): boolean => own.has(entry.task.id);
      return tasks.some(isOwn) ? tasks.filter((each) => !isOwn(each)) : tasks;
    },
    watchForeign(changed) {
      const isOwn = (name: string): boolean => own.names().has(name) || name === progressName(place.owner);
      return watchFolder(folder, files, (name) => {
        if (name === null || !isOwn(name)) changed();
      });
    },
    shareProgress: (read) => progress.share(read),
    ...createDisposable(() => {
      beats.abort();
      lost.dispose();
    }),
  };
}

/** Returns lines that leave an unsent task to the user, because another process may have removed it; else none. */
function listUnsent({ id, lines, writtenLines }: LostTask, at: number): readonly JournalText[] {
  // An intention to send that was not written was not carried out.
  const isFact = (line: JournalText, place: number): boolean =>
    place < writtenLines || line.kind !== 'record' || line.record.kind !== 'sending';
  const known = lines.map(parseJournalLine).filter(isFact);
  const state = writtenLines > 0 && foldTask(known)?.entry.task.state;
  if (state === 'planned') return [...known, writeJournalLine({ v: 1, task: id, at, kind: 'stopped', error: notSent })];
  return state === 'sending' ? known : [];
}

/** Calls `beat` at intervals. Resolves when the signal aborts. */
async function keepBeating(beat: () => Promise<void>, clock: Pick<Clock, 'sleep'>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await clock.sleep(beatMs, signal).catch(() => undefined);
    if (!signal.aborted) await beat();
  }
}

/** Returns null if there is no folder, or if the system cannot watch it: then the caller has to look for changes. */
function watchFolder(folder: string, files: FileSystem, changed: (name: string | null) => void): Disposable | null {
  try {
    return files.watch(folder, changed);
  } catch {
    return null;
  }
}
