import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { findStranded } from '../../../src/engine/foreignTasks.ts';
import { nodeFileSystem } from '../../../src/node/files/fileSystem.ts';
import { makeTempFolder } from '../../fakes/disk/tempFolder.ts';
import { buildTask } from '../host/fakes/builders.ts';

test('a sent task that still has something to save is stranded when its folder is gone', async (context) => {
  const folder = await makeTempFolder(context);
  const [here, gone] = [join(folder, 'hero.gen.yaml'), join(folder, 'gone', 'hero.gen.yaml')];
  const sent = { submittedAt: 1, taskId: 'g1' };
  const tasks = [
    buildTask({ id: 'stranded', jobFile: gone, state: 'running', ...sent }),
    buildTask({ id: 'here', jobFile: here, state: 'running', ...sent }),
    buildTask({ id: 'unsent', jobFile: gone, state: 'planned', submittedAt: null, taskId: null }),
    buildTask({ id: 'ended', jobFile: gone, state: 'saved', ...sent }),
  ];

  const stranded = await findStranded(tasks, nodeFileSystem);

  assert.deepEqual(
    [...stranded].map(({ id }) => id),
    ['stranded'],
  );
});
