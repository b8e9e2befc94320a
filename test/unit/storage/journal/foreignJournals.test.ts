import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { arrangeJournals, deadIdentity, lineOf, openForeign } from '../../../fakes/tasks/journalBench.ts';
import { planned } from '../../../fakes/tasks/journalRecords.ts';

test('a journal that changes hands after it was listed is found under its new name', async (context) => {
  const { folder, leave } = await arrangeJournals(context);
  const name = await leave([lineOf(planned('x'))]);
  let isTaken = false;
  // Called after the folder was listed, when another window can be quicker.
  const ownNames = (): ReadonlySet<string> => {
    if (!isTaken) renameSync(join(folder, name), join(folder, `journal-${deadIdentity}-0b.jsonl`));
    isTaken = true;
    return new Set();
  };
  const foreign = openForeign(folder, { ownNames });

  assert.deepEqual([...(await foreign.findTasks(['x', 'y']))], ['x']);
});
