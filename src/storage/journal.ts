import { setTimeout } from 'node:timers/promises';
import { createDisposable } from '../core/support/disposable.ts';
import { Emitter } from '../core/support/emitter.ts';
import type { JournalPort, JournalTask } from '../core/task/journalPort.ts';
import type { Log } from '../core/task/ports.ts';
import type { FileSystem } from './files/fileSystem.ts';
import { createForeignJournals } from './foreignJournals.ts';
import { beatMs, createJournalLeases } from './journalLeases.ts';
import { writeJournalLine } from './journalLine.ts';
import { progressName } from './journalNames.ts';
import { createOwnJournal, toTaskText, type OwnJournal } from './ownJournal.ts';
import { nodeProcesses } from './nodeProcesses.ts';
import type { Processes } from './processes.ts';
import { createProgressFiles } from './progressFile.ts';
import { takeOver } from './takeOver.ts';
import { watchJournals } from './watchJournals.ts';

export interface JournalOptions {
  /** Made when the first task is written. */
  readonly folder: string;
  readonly files: FileSystem;
  readonly log: Pick<Log, 'warn'>;
  /** Never goes back, in ms. Leases are counted by it. */
  readonly monotonicMs?: () => number;
  /** The system's when left out. */
  readonly processes?: Processes;
}

/**
 * The journal of all processes of a user: each appends to a file of its own, and files of processes that are gone are
 * taken over. One engine a process and folder. Files that are only appended to were chosen over `node:sqlite`: appends of many
 * tasks at once share a sync (`npm run bench`), the files stay whole on shared drives, any editor reads them, and damage in
 * one line leaves the others alone.
 */
export function createJournal(options: JournalOptions): JournalPort {
  const { folder, files, log, monotonicMs = () => performance.now(), processes = nodeProcesses } = options;
  const owner = processes.self;
  const lost = new Emitter<readonly string[]>();
  const beats = new AbortController();
  const leases = createJournalLeases({ folder, files, processes, monotonicMs });
  const progress = createProgressFiles({ folder, files, owner, signal: beats.signal });
  const foreign = createForeignJournals({ folder, files, isOwn: (name) => own.isOwn(name), leases, progress, log });
  const own = createOwnJournal({
    folder,
    files,
    owner,
    findElsewhere: (tasks) => foreign.findTasks(tasks),
    onLost(tasks) {
      log.warn(`Another window has taken over ${tasks.length} tasks of this one`);
      lost.fire(tasks);
    },
  });
  let beating: Promise<void> | undefined;
  let adopting: Promise<unknown> = Promise.resolve();
  return {
    onDidLose: lost.event,
    async append(records) {
      if (records.length === 0) return;
      beating ??= keepBeating(own, beats.signal);
      await own.append(records.map((record) => toTaskText(record.task, writeJournalLine(record))));
    },
    confirm: () => own.confirm(),
    adopt(isWanted) {
      // One after another, or the second would take the first one's files for left behind.
      const adopted = adopting.then(async (): Promise<readonly JournalTask[]> => {
        const tasks = await takeOver({ folder, files, processes, isWanted, foreign, own, log });
        if (tasks.length > 0) beating ??= keepBeating(own, beats.signal);
        return tasks;
      });
      adopting = adopted.catch(() => undefined);
      return adopted;
    },
    async readForeign() {
      const tasks = await foreign.readTasks();
      // What is taken over this moment is nobody else's any more: whoever adds its own must have it by then.
      await adopting;
      const isOwn = ({ entry }: JournalTask): boolean => own.has(entry.task.id);
      return tasks.some(isOwn) ? tasks.filter((each) => !isOwn(each)) : tasks;
    },
    watchForeign: (changed) =>
      watchJournals({
        folder,
        files,
        changed,
        isOwn: (name) => own.isOwn(name) || name === progressName(owner),
      }),
    shareProgress: (read) => progress.share(read),
    ...createDisposable(() => {
      beats.abort();
      lost.dispose();
    }),
  };
}

/** By real time, which is what others see pass; it keeps no process from ending. Resolves when the signal aborts. */
async function keepBeating(own: OwnJournal, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await setTimeout(beatMs, undefined, { signal, ref: false }).catch(() => undefined);
    if (!signal.aborted) await own.beat();
  }
}
