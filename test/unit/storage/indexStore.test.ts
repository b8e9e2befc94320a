import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIndexStore, parseStoredIndex, type StoredIndex } from '../../../src/storage/indexStore.ts';
import { createMemoryDisk } from '../../fakes/disk/memoryDisk.ts';

const copyOf = (field: string, model: string): unknown => ({
  v: 1,
  fetchedAt: 0,
  etags: { models: null, api: null, samples: null },
  documents: {
    models: { breakingSince: null, models: [{ ...nothing, id: model }] },
    api: { version: null, breakingSince: null, paths: [], schemas: [schemaOf(field)] },
    samples: null,
  },
});

const nothing = { title: null, description: null, modality: null, endpoints: [], pollPath: null };
const schemaOf = (name: string): unknown => {
  const field = { name, type: { kind: 'string' }, description: '' };
  return { path: '/v1/videos', alias: null, models: [], fields: [field], required: [] };
};

test('a stored index is used unless it names a field or a model as no API does', () => {
  const copies = [copyOf('style', 'acme-1'), copyOf('![](https://x.example)', 'acme-1'), copyOf('style', 'a [b](c:d)')];
  assert.deepEqual(
    copies.map((copy) => parseStoredIndex(copy) !== null),
    [true, false, false],
  );
});

test('a power cut leaves the old copy or the new one, whichever changes survive it', async () => {
  for (let survivor = 0; survivor < 5; survivor += 1) {
    const disk = createMemoryDisk();
    const store = createIndexStore('/s/models', disk.files);
    const write = (model: string) => store.write('studio', parseStoredIndex(copyOf('style', model)) as StoredIndex);
    await write('acme-1');
    for (const [path, bytes] of disk.list()) disk.put(path, bytes.toString());
    await write('acme-2');
    let change = 0;
    disk.cutPower(() => change++ === survivor);
    const found = await store.read('studio');
    assert.match(String(found?.documents.models?.models[0]?.id), /^acme-[12]$/);
  }
});
