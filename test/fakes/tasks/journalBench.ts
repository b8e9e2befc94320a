import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { JournalTask } from '../../../src/core/task/journalPort.ts';
import type { JournalRecord } from '../../../src/core/task/model/taskEvent.ts';
import { nodeFileSystem, type FileSystem } from '../../../src/node/files/fileSystem.ts';
import { nodeProcesses } from '../../../src/node/processes/nodeProcesses.ts';
import { backgroundClock } from '../../../src/node/systemClock.ts';
import { createJournal } from '../../../src/storage/journal/journal.ts';
import { writeJournalLine } from '../../../src/storage/journal/journalLines.ts';
import { identityOf } from '../disk/processes.ts';
import { makeTempFolder } from '../disk/tempFolder.ts';
import { createForeignJournals } from '../../../src/storage/journal/foreignJournals.ts';
import { createJournalLeases } from '../../../src/storage/journal/journalLeases.ts';

/** No process has this id. */
export const deadIdentity = identityOf();

/**
 * A folder of journals, and processes to write and read them: later ones of this process adopt the tasks of earlier
 * ones.
 */
export async function arrangeJournals(context: TestContext) {
  const folder = join(await makeTempFolder(context), 'storage');
  await mkdir(folder);
  const warnings: string[] = [];
  const time = { monotonicMs: 0 };
  const create = (processes = nodeProcesses, files: FileSystem = nodeFileSystem) => {
    const log = { warn: (line: string) => void warnings.push(line) };
    const journal = createJournal({
      folder,
      files,
      log,
      clock: { ...backgroundClock, monotonicMs: () => time.monotonicMs },
      processes,
    });
    context.after(() => journal.dispose());
    return journal;
  };
  return {
    folder,
    warnings,
    time,
    create,
    names: async (): Promise<readonly string[]> => (await readdir(folder)).toSorted(),
    /** Writes a journal like an ended process. Returns its name. */
    leave: async (texts: readonly string[], { identity = deadIdentity, random = '0a' } = {}): Promise<string> => {
      const name = `journal-${identity}-${random}.jsonl`;
      await writeFile(join(folder, name), texts.map((text) => `${text}\n`).join(''));
      return name;
    },
  };
}

/** Opens the journals in a folder that `ownNames` does not contain. No process shares its progress there. */
export function openForeign(
  folder: string,
  { ownNames = (): ReadonlySet<string> => new Set(), warn = (_line: string): void => undefined } = {},
) {
  return createForeignJournals({
    folder,
    files: nodeFileSystem,
    ownNames,
    progress: { read: () => Promise.resolve([]) },
    leases: createJournalLeases({ folder, files: nodeFileSystem, processes: nodeProcesses, monotonicMs: () => 0 }),
    log: { warn },
  });
}

export const lineOf = (each: JournalRecord): string => writeJournalLine(each).text;
export const every = (): boolean => true;

/** Returns each task with its state, and `?` after a gap. */
export function project(tasks: readonly JournalTask[]): readonly string[] {
  return tasks.map(({ entry: { task }, hasGap }) => `${task.id} ${task.state}${hasGap ? ' ?' : ''}`);
}
