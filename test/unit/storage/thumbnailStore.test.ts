import assert from 'node:assert/strict';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { nodeFileSystem } from '../../../src/node/files/fileSystem.ts';
import { createThumbnailStore } from '../../../src/storage/thumbnailStore.ts';
import { makeTempFolder } from '../../fakes/disk/tempFolder.ts';

const key = (digit: number): string => String(digit).repeat(64);
const day = 24 * 60 * 60;

async function arrange(t: TestContext, maxBytes = 100) {
  const folder = join(await makeTempFolder(t), 'thumbnails');
  const store = createThumbnailStore({ folder, files: nodeFileSystem, nowMs: () => Date.now(), maxBytes });
  /** Sets how many days ago a thumbnail was used. */
  const age = async (digit: number, days: number): Promise<void> => {
    const used = Date.now() / 1000 - days * day;
    await utimes(join(folder, `${key(digit)}.webp`), used, used);
  };
  const list = async (): Promise<string> =>
    (await readdir(folder))
      .map((name) => name[0])
      .toSorted((a, b) => String(a).localeCompare(String(b)))
      .join('');
  return { folder, store, age, list };
}

describe('Kept thumbnails', () => {
  test('are found by the hash of the original', async (t) => {
    const { store } = await arrange(t);
    assert.equal(await store.read(key(1)), null);
    await store.keep(key(1), Uint8Array.of(1, 2));
    await store.keep(key(1), Uint8Array.of(3));
    assert.deepEqual([...((await store.read(key(1))) ?? [])], [3]);
  });

  test('make room for new ones, the least recently used first', async (t) => {
    const { store, age, list } = await arrange(t);
    for (const digit of [1, 2, 3]) {
      await store.keep(key(digit), new Uint8Array(30));
      await age(digit, 10 - digit);
    }
    await store.read(key(1));
    await store.keep(key(4), new Uint8Array(30));
    assert.equal(await list(), '134');
  });

  test('all stay as long as there is room for them', async (t) => {
    const { folder, store, list } = await arrange(t);
    for (const digit of [1, 2]) await store.keep(key(digit), new Uint8Array(50));
    const next = createThumbnailStore({ folder, files: nodeFileSystem, nowMs: () => Date.now(), maxBytes: 100 });
    await next.keep(key(2), new Uint8Array(50));
    assert.equal(await list(), '12');
  });

  test('count what earlier windows have left, and files of a crash', async (t) => {
    const { folder, store, age, list } = await arrange(t);
    await store.keep(key(1), new Uint8Array(30));
    await age(1, 3);
    const part = join(folder, `2${key(2)}.webp.aa.part`);
    await writeFile(part, new Uint8Array(60));
    await utimes(part, 0, 0);
    const next = createThumbnailStore({ folder, files: nodeFileSystem, nowMs: () => Date.now(), maxBytes: 100 });
    await next.keep(key(3), new Uint8Array(30));
    assert.equal(await list(), '13');
  });
});
