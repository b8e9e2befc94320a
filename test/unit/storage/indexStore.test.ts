import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIndexStore } from '../../../src/storage/indexStore.ts';
import { createMemoryDisk } from '../../fakes/disk/memoryDisk.ts';

test('a power cut leaves the old copy or the new one, whichever changes survive it', async () => {
  for (let survivor = 0; survivor < 5; survivor += 1) {
    const disk = createMemoryDisk();
    const store = createIndexStore('/s/models', disk.files);
    const write = (text: string) =>
      store.write('studio', { fetchedAt: 0, documents: { models: { text, etag: null }, api: null, samples: null } });
    await write('acme-1');
    for (const [path, bytes] of disk.list()) disk.put(path, bytes.toString());
    await write('acme-2');
    let change = 0;
    disk.cutPower(() => change++ === survivor);
    const found = await store.read('studio');
    assert.match(String(found?.documents.models?.text), /^acme-[12]$/);
  }
});
