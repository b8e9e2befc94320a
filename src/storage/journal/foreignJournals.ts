import { join } from 'node:path';
import { type ForeignTask, withTaskProgress, type TaskProgress } from '../../core/task/journalPort.ts';
import type { Log } from '../../core/task/ports.ts';
import type { FileSystem } from '../../node/files/fileSystem.ts';
import { isMissing } from '../../node/files/systemCode.ts';
import { listJournals, ownerOf } from './journalFile.ts';
import type { JournalLeases } from './journalLeases.ts';
import { mergeJournals, readJournal, type ReadJournal } from './journalLines.ts';
import type { ProgressFiles } from './progressFile.ts';

export type ForeignJournals = ReturnType<typeof createForeignJournals>;

/** A journal that no process writes. */
export interface Orphan {
  readonly name: string;
  readonly journal: ReadJournal;
}

interface ForeignJournalsOptions {
  readonly folder: string;
  readonly files: FileSystem;
  readonly ownNames: () => ReadonlySet<string>;
  readonly leases: JournalLeases;
  readonly progress: Pick<ProgressFiles, 'read'>;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * Maximum number of attempts to list and read all journals. They change hands rarely, hardly ever several times during
 * one read.
 */
const maxLooks = 5;

/** Reads what other processes have written. A journal that cannot be read is logged once. */
export function createForeignJournals(options: ForeignJournalsOptions) {
  const { folder, files, ownNames, leases, progress, log } = options;
  const reported = new Set<string>();
  /** What was read of each file. */
  const known = new Map<string, ReadJournal>();
  let last: { readonly facts: readonly unknown[]; readonly tasks: readonly ForeignTask[] } | undefined;

  const list = async (): Promise<readonly string[]> => {
    const { journals } = await listJournals(folder, files);
    for (const name of known.keys()) if (!journals.includes(name)) known.delete(name);
    const own = ownNames();
    return journals.filter((name) => !own.has(name));
  };
  /** Returns null if the journal is gone. Rejects when it cannot be read. */
  const readOrMiss = async (name: string): Promise<ReadJournal | null> => {
    try {
      const journal = await readJournal(join(folder, name), files, known.get(name));
      known.set(name, journal);
      return journal;
    } catch (error) {
      if (isMissing(error)) return null;
      if (!reported.has(name)) log.warn(`${name} cannot be read, its tasks wait: ${String(error)}`);
      reported.add(name);
      throw error;
    }
  };
  /** Returns null if the journal is gone or cannot be read. */
  const read = (name: string): Promise<ReadJournal | null> => readOrMiss(name).catch(() => null);
  /**
   * Reads all journals. If one is gone, a process has claimed it since the folder was listed. Its tasks are then in a
   * journal that did not exist when the folder was listed, so everything is read again. Rejects when one of them cannot
   * be read.
   */
  const readAll = async () => {
    for (let look = 1; ; look += 1) {
      const names = await list();
      const contents = await Promise.all(names.map(readOrMiss));
      if (look < maxLooks && contents.includes(null)) continue;
      const found = names.flatMap((name, at) => {
        const journal = contents[at];
        return journal ? [{ name, journal }] : [];
      });
      return {
        journals: found.map(({ journal }) => journal),
        /** Names of the journals, in the same order. */
        names: found.map(({ name }) => name),
        identities: [...new Set(names.map(ownerOf))],
      };
    }
  };
  return {
    read,
    /**
     * Returns the tasks of all these journals, each once. The same array as long as nothing changes. Rejects when one of
     * the journals cannot be read, because a task that is missing would be paid for again.
     */
    async readTasks(): Promise<readonly ForeignTask[]> {
      const { journals, names, identities } = await readAll();
      const shared = await Promise.all(identities.map((identity) => progress.read(identity)));
      const holders = names.map((name) => leases.findHolder(name));
      const facts = [...journals, ...shared, ...holders];
      const isSame = last?.facts.length === facts.length && facts.every((each, at) => each === last?.facts[at]);
      if (!last || !isSame) last = { facts, tasks: addProgress(listTasks(journals, holders), shared.flat()) };
      return last.tasks;
    },
    /** Returns those of the ids that are in any of these journals. Rejects when one of the journals cannot be read. */
    async findTasks(ids: Iterable<string>): Promise<ReadonlySet<string>> {
      const { journals } = await readAll();
      return new Set([...ids].filter((id) => journals.some(({ tasks }) => tasks.has(id))));
    },
    async readOrphans() {
      const look = async (name: string) => ({
        name,
        isOrphan: await leases.isOrphan(name),
        journal: await read(name),
      });
      const found = await Promise.all((await list()).map(look));
      const held = found.flatMap(({ isOrphan, journal }) => (journal && !isOrphan ? [...journal.tasks.values()] : []));
      return {
        /** The journals whose processes have ended, in the order of their names. */
        orphans: found.flatMap(({ name, isOrphan, journal }) => (journal && isOrphan ? [{ name, journal }] : [])),
        /** Number of lines about each task in the journals of other living processes, by task id. */
        held: new Map(held.map(({ id, lines }) => [id, lines.length])),
      };
    },
  };
}

/** Lists the tasks of journals, each once. `holders`: the holder of each journal, in the same order. */
function listTasks(
  journals: readonly ReadJournal[],
  holders: readonly ReturnType<JournalLeases['findHolder']>[],
): readonly ForeignTask[] {
  const holderOf = new Map(journals.flatMap(({ tasks }, at) => [...tasks.values()].map((task) => [task, holders[at]])));
  return mergeJournals(journals).map((task): ForeignTask => {
    const holder = task.isNewer ? 'newer' : holderOf.get(task);
    return { ...task.folded, holder: holder ?? 'unknown' };
  });
}

function addProgress(tasks: readonly ForeignTask[], progress: readonly TaskProgress[]): readonly ForeignTask[] {
  const byTask = new Map(progress.map((each) => [each.task, each]));
  return tasks.map(({ entry, ...flags }) => {
    const known = byTask.get(entry.task.id);
    return { ...flags, entry: known ? { ...entry, task: withTaskProgress(entry.task, known) } : entry };
  });
}
