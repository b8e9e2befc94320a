import { rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../core/support/clock.ts';
import { stringifyJson, type JsonValue } from '../core/support/json.ts';
import type { JournalContent, JournalPort } from '../core/task/journalPort.ts';
import type { Log } from '../core/task/ports.ts';
import type { JournalRecord } from '../core/task/taskEvent.ts';
import { createAppender } from './appender.ts';
import { withFolderLock } from './folderLock.ts';
import { createForeignJournals, type Orphan } from './foreignJournals.ts';
import { createJournalName, nobody } from './journalNames.ts';
import { syncFolder } from './syncFolder.ts';

export interface JournalOptions {
  /** Made when the first task is written. */
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * The journal of all processes of a user: each appends to a file of its own, and files of processes that are gone are
 * taken over. One engine a process and folder.
 */
export function createJournal({ folder, clock, log }: JournalOptions): JournalPort {
  const ownName = createJournalName();
  const appender = createAppender(join(folder, ownName));
  const append = (records: readonly JournalRecord[]): Promise<void> =>
    records.length === 0 ? Promise.resolve() : appender.append(writeLines(records));

  const foreign = createForeignJournals({ folder, ownName, log });
  const adoptAll = async (isWanted: (jobFile: string) => boolean): Promise<JournalContent> => {
    const files = await foreign.readOrphans();
    const adopted = new Map<string, JournalContent>();
    for (const { tasks } of files) {
      for (const [id, lines] of tasks) {
        if (!isWanted(jobFileOf(lines))) continue;
        // A crash while taking over leaves the same task in two files; the one that went on has more to say.
        if (lines.length > (adopted.get(id)?.length ?? 0)) adopted.set(id, lines);
      }
    }
    await append([...adopted.values()].flatMap(recordsOf));
    for (const file of files) {
      if (file.damaged > 0) log.warn(`${file.name}: ${file.damaged} lines can not be read and are left out`);
      await leaveRest(folder, file, adopted);
    }
    return [...adopted.values()].flat();
  };
  return {
    append,
    async adopt(isWanted) {
      // Asked for often, and mostly there is nothing to do: then nothing is written, not even the lock.
      const isOfUse = ({ tasks }: Orphan): boolean =>
        tasks.size === 0 || [...tasks.values()].some((lines) => isWanted(jobFileOf(lines)));
      if (!(await foreign.readOrphans()).some(isOfUse)) return [];
      const content = await withFolderLock(folder, clock, () => adoptAll(isWanted));
      if (!content) log.warn('Another window is taking over unfinished tasks and does not finish');
      return content ?? [];
    },
    readForeign: () => foreign.readAll(),
  };
}

function writeLines(records: readonly JournalRecord[]): string {
  return records.map((record) => `${stringifyJson({ ...record } as unknown as JsonValue)}\n`).join('');
}

function recordsOf(lines: JournalContent): readonly JournalRecord[] {
  return lines.flatMap((line) => (line.kind === 'record' ? line.record : []));
}

function jobFileOf(lines: JournalContent): string {
  const [first] = recordsOf(lines);
  return first?.kind === 'planned' ? first.seed.jobFile : '';
}

/** Keeps the tasks that were not wanted for whoever opens their folder, and lets go of the file. */
async function leaveRest(
  folder: string,
  { name, tasks, damaged }: Orphan,
  adopted: ReadonlyMap<string, unknown>,
): Promise<void> {
  const rest = [...tasks].filter(([id]) => !adopted.has(id)).map(([, lines]) => lines);
  const hasChanged = rest.length < tasks.size || rest.length === 0;
  if (!hasChanged) return;
  if (rest.length > 0) {
    const restName = createJournalName(nobody);
    await writeFile(join(folder, `${restName}.part`), writeLines(rest.flatMap(recordsOf)), {
      flush: true,
      mode: 0o600,
    });
    await rename(join(folder, `${restName}.part`), join(folder, restName));
    await syncFolder(folder);
  }
  // A damaged file is kept for whoever wants to look into it, out of the way.
  if (damaged > 0) await rename(join(folder, name), join(folder, `damaged-${name}`));
  else await unlink(join(folder, name));
}
