import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TaskProgress } from '../../../../src/core/task/journalPort.ts';
import { nodeFileSystem } from '../../../../src/node/files/fileSystem.ts';
import { createForeignJournals } from '../../../../src/storage/journal/foreignJournals.ts';
import { createJournalLeases } from '../../../../src/storage/journal/journalLeases.ts';
import { nodeProcesses } from '../../../../src/node/processes/nodeProcesses.ts';
import { arrangeJournals, deadMark, lineOf } from '../../../fakes/journalBench.ts';
import { planned } from '../../../fakes/journalRecords.ts';

const noProgress: readonly TaskProgress[] = [];

test('a journal that changes hands after it was listed is found under its new name', async (context) => {
  const { folder, leave } = await arrangeJournals(context);
  const name = await leave([lineOf(planned('x'))]);
  let isTaken = false;
  // Asked of each name that was listed: the moment for another window to be quicker.
  const isOwn = (): boolean => {
    if (!isTaken) renameSync(join(folder, name), join(folder, `journal-${deadMark}-0b.jsonl`));
    isTaken = true;
    return false;
  };
  const leases = createJournalLeases({
    folder,
    files: nodeFileSystem,
    processes: nodeProcesses,
    monotonicMs: () => 0,
  });

  const foreign = createForeignJournals({
    folder,
    files: nodeFileSystem,
    isOwn,
    progress: { read: () => Promise.resolve(noProgress) },
    leases,
    log: { warn: () => undefined },
  });

  assert.deepEqual([...(await foreign.findTasks(['x', 'y']))], ['x']);
});
