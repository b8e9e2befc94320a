import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBatchWriter } from '../../../../src/node/partFiles/partWriter.ts';
import { createFaultyFiles } from '../../../fakes/disk/faultyFiles.ts';
import { createMemoryDisk } from '../../../fakes/disk/memoryDisk.ts';

test('nothing uses the file after the writer is stopped, even if its last write has begun a sync', async () => {
  const disk = createMemoryDisk({ now: () => 1 });
  const file = await createFaultyFiles(() => undefined, disk.files).open('/part', 'wx');
  const steps: string[] = [];
  const datasync = async (): Promise<void> => {
    await new Promise(setImmediate);
    steps.push('synced');
  };
  const writer = createBatchWriter({ ...file, datasync });
  void writer.write(Buffer.alloc(32 * 1024 * 1024));

  await writer.stop();
  steps.push('stopped');

  assert.deepEqual(steps, ['synced', 'stopped']);
});
