import { join } from 'node:path';
import type { JournalContent, JournalLine } from '../core/task/journalPort.ts';
import type { Log } from '../core/task/ports.ts';
import { isOrphan, listJournals } from './journalNames.ts';
import { readJournalFile } from './readJournalFile.ts';
import { isMissing } from './systemError.ts';

/** What other processes have written; reads only. A journal that can not be read is logged once and left out. */
export interface ForeignJournals {
  readAll(): Promise<JournalContent>;
  /** Those whose processes are gone. */
  readOrphans(): Promise<readonly Orphan[]>;
}

/** A journal that nobody writes any more. */
export interface Orphan {
  readonly name: string;
  /** The lines of each task, with the damaged ones that came after it began. */
  readonly tasks: ReadonlyMap<string, JournalContent>;
  readonly damaged: number;
}

export interface ForeignJournalsOptions {
  readonly folder: string;
  readonly ownName: string;
  readonly log: Pick<Log, 'warn'>;
}

export function createForeignJournals({ folder, ownName, log }: ForeignJournalsOptions): ForeignJournals {
  const reported = new Set<string>();
  const list = async (): Promise<readonly string[]> => (await listJournals(folder)).filter((name) => name !== ownName);
  const read = async (name: string): Promise<JournalContent | null> => {
    try {
      return await readJournalFile(join(folder, name));
    } catch (error) {
      // One that is gone was taken over since it was listed.
      if (!isMissing(error) && !reported.has(name)) {
        reported.add(name);
        log.warn(`${name} can not be read, its tasks wait: ${String(error)}`);
      }
      return null;
    }
  };
  const readOrphan = async (name: string): Promise<readonly Orphan[]> => {
    const content = (await isOrphan(folder, name)) ? await read(name) : null;
    return content ? [groupByTask(name, content)] : [];
  };
  return {
    readAll: async () => (await Promise.all((await list()).map(read))).flatMap((content) => content ?? []),
    readOrphans: async () => (await Promise.all((await list()).map(readOrphan))).flat(),
  };
}

function groupByTask(name: string, content: JournalContent): Orphan {
  const tasks = new Map<string, JournalLine[]>();
  let damaged = 0;
  for (const line of content) {
    if (line.kind === 'damaged') {
      damaged += 1;
      for (const lines of tasks.values()) lines.push(line);
    } else if (line.record.kind === 'removed') tasks.delete(line.record.task);
    else if (line.record.kind === 'planned') tasks.set(line.record.task, [line]);
    else tasks.get(line.record.task)?.push(line);
  }
  return { name, tasks, damaged };
}
