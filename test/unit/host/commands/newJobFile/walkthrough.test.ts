import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commands } from '../../../../../src/host/ids.ts';
import { arrangeCommands } from '../../fakes/arrangeCommands.ts';
import { buildTask } from '../../fakes/builders.ts';
import { disk, FileType, shown } from '../../fakes/fakeVscode.ts';

/** Returns the context keys that complete steps, in the order in which they are set. */
function completed(): readonly unknown[] {
  return shown.flatMap((each, at) => (each === 'setContext' && shown[at + 2] === true ? [shown[at + 1]] : []));
}

function arrange() {
  const arranged = arrangeCommands();
  const bytes = Buffer.from('model: seedream-5-0-260128\nprompt: A lighthouse\n');
  disk.set('file:///extension/samples/lighthouse.gen.yaml', { bytes, type: FileType.File });
  const save = (jobFile: string, id: string): void =>
    arranged.fake.changed.fire(buildTask({ id, state: 'saved', jobFile }));
  return { ...arranged, save };
}

test('a saved sample completes its step of the walkthrough, and any other result that of Generate', async () => {
  const { run, save } = arrange();
  await run(commands.newJobFile, { sample: 'lighthouse', generate: true });
  assert.deepEqual(completed(), []);
  // The same task comes again, as when its cost is known.
  for (const id of ['a', 'a']) save('/w/lighthouse.gen.yaml', id);
  assert.deepEqual(completed(), ['genwright.hasSample']);
  save('/w/lighthouse.gen.yaml', 'b');
  save('/w/other.gen.yaml', 'c');
  assert.deepEqual(completed(), ['genwright.hasSample', 'genwright.hasResult']);
});

test('a file to write completes the step of writing', async () => {
  const { run } = arrange();
  await run(commands.newJobFile, { sample: 'lighthouse' });
  assert.deepEqual(completed(), ['genwright.hasWritten']);
});
