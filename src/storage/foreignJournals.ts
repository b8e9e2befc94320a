import type { TaskEntry } from '../core/task/taskEntry.ts';
import type { Log } from '../core/task/ports.ts';
import { createJournalReader, type ReadJournal } from './readJournalFile.ts';
import { listJournals } from './journalNames.ts';
import type { JournalLeases } from './journalLeases.ts';
import { isMissing } from './systemError.ts';

/** What other processes have written; reads only. A journal that can not be read is logged once and left out. */
export interface ForeignJournals {
  /** The tasks in all of them, each once. */
  readEntries(): Promise<readonly TaskEntry[]>;
  /** Ids of these tasks that are in any of them. */
  findTasks(ids: Iterable<string>): Promise<ReadonlySet<string>>;
  /** Those whose processes are gone. */
  readOrphans(): Promise<readonly Orphan[]>;
  /** Null when it is gone, or can not be read. */
  read(name: string): Promise<ReadJournal | null>;
}

/** A journal that nobody writes any more. */
export interface Orphan {
  readonly name: string;
  readonly journal: ReadJournal;
}

export interface ForeignJournalsOptions {
  readonly folder: string;
  readonly isOwn: (name: string) => boolean;
  readonly leases: JournalLeases;
  readonly log: Pick<Log, 'warn'>;
}

/** Journals change hands seldom, and not again and again while somebody looks. */
const maxLooks = 5;

export function createForeignJournals({ folder, isOwn, leases, log }: ForeignJournalsOptions): ForeignJournals {
  const reported = new Set<string>();
  const reader = createJournalReader(folder);
  let last: { readonly journals: readonly ReadJournal[]; readonly entries: readonly TaskEntry[] } | undefined;

  const list = async (): Promise<readonly string[]> => {
    const { journals } = await listJournals(folder);
    reader.keep(journals);
    return journals.filter((name) => !isOwn(name));
  };
  const tryToRead = async (name: string): Promise<ReadJournal | 'gone' | 'unreadable'> => {
    try {
      return await reader.read(name);
    } catch (error) {
      if (isMissing(error)) return 'gone';
      if (!reported.has(name)) log.warn(`${name} can not be read, its tasks wait: ${String(error)}`);
      reported.add(name);
      return 'unreadable';
    }
  };
  const read = async (name: string): Promise<ReadJournal | null> => {
    const answer = await tryToRead(name);
    return typeof answer === 'string' ? null : answer;
  };
  /** One that is gone was taken over since it was listed: what it held is in another one, which was not there then. */
  const readAll = async (): Promise<readonly ReadJournal[]> => {
    for (let look = 1; ; look += 1) {
      const answers = await Promise.all((await list()).map(tryToRead));
      if (look === maxLooks || !answers.includes('gone')) return answers.filter((each) => typeof each !== 'string');
    }
  };
  return {
    read,
    async readEntries() {
      const journals = await readAll();
      const isSame =
        last?.journals.length === journals.length && journals.every((each, at) => each === last?.journals[at]);
      if (!last || !isSame) last = { journals, entries: mergeEntries(journals) };
      return last.entries;
    },
    async findTasks(ids) {
      const journals = await readAll();
      return new Set([...ids].filter((id) => journals.some(({ tasks }) => tasks.has(id))));
    },
    async readOrphans() {
      const readOrphan = async (name: string): Promise<readonly Orphan[]> => {
        const journal = (await leases.isOrphan(name)) ? await read(name) : null;
        return journal ? [{ name, journal }] : [];
      };
      return (await Promise.all((await list()).map(readOrphan))).flat();
    },
  };
}

/** Of a task in two files the one that went on counts. */
function mergeEntries(journals: readonly ReadJournal[]): readonly TaskEntry[] {
  const longest = new Map<string, { readonly entry: TaskEntry; readonly lines: number }>();
  for (const { tasks, entries } of journals) {
    for (const entry of entries) {
      const { id } = entry.task;
      const lines = tasks.get(id)?.lines.length ?? 0;
      if (lines > (longest.get(id)?.lines ?? 0)) longest.set(id, { entry, lines });
    }
  }
  return [...longest.values()].map(({ entry }) => entry);
}
