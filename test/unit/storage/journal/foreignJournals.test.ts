import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TaskProgress } from '../../../../src/core/task/journalPort.ts';
import { nodeFileSystem } from '../../../../src/node/files/fileSystem.ts';
import { nodeProcesses } from '../../../../src/node/processes/nodeProcesses.ts';
import { createForeignJournals } from '../../../../src/storage/journal/foreignJournals.ts';
import { createJournalLeases } from '../../../../src/storage/journal/journalLeases.ts';
import { arrangeJournals, deadIdentity, lineOf } from '../../../fakes/journalBench.ts';
import { planned } from '../../../fakes/journalRecords.ts';

const noProgress: readonly TaskProgress[] = [];

test('a journal that changes hands after it was listed is found under its new name', async (context) => {
  const { folder, leave } = await arrangeJournals(context);
  const name = await leave([lineOf(planned('x'))]);
  let isTaken = false;
  // Asked after the folder was listed: the moment for another window to be quicker.
  const ownNames = (): ReadonlySet<string> => {
    if (!isTaken) renameSync(join(folder, name), join(folder, `journal-${deadIdentity}-0b.jsonl`));
    isTaken = true;
    return new Set();
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
    ownNames,
    progress: { read: () => Promise.resolve(noProgress) },
    leases,
    log: { warn: () => undefined },
  });

  assert.deepEqual([...(await foreign.findTasks(['x', 'y']))], ['x']);
});
