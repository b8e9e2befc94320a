import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createOwnJournal } from '../../../src/storage/ownJournal.ts';
import { makeTempFolder } from '../../fakes/tempFolder.ts';

test('whenever a journal is claimed, what its owner was told to be written is in what is read then', async (context) => {
  const root = await makeTempFolder(context);
  const outcomes = new Set<string>();
  for (let round = 0; round < 100; round += 1) {
    const folder = join(root, String(round));
    const findElsewhere = (ids: Iterable<string>) => Promise.resolve(new Set(ids));
    const own = createOwnJournal({ folder, findElsewhere, onLost: () => undefined });
    await own.append([{ task: 'x', text: 'first', ends: false }]);
    const [name = ''] = await readdir(folder);
    const append = own.append([{ task: 'x', text: 'second', ends: false }]);
    const settled = Promise.allSettled([append]);
    const claim = async (): Promise<string> => {
      for (let turn = 0; turn < round % 20; turn += 1) await new Promise(setImmediate);
      if (round % 20 === 19) await settled;
      await rename(join(folder, name), join(folder, 'claimed'));
      return readFile(join(folder, 'claimed'), 'utf8');
    };

    const [text, [{ status }]] = await Promise.all([claim(), settled]);

    outcomes.add(status);
    if (status === 'fulfilled') assert.equal(text, 'first\nsecond\n');
  }
  assert.deepEqual([...outcomes].toSorted(), ['fulfilled', 'rejected']);
});

test('a file is known as its own before anyone can see it, also when it is written anew', async (context) => {
  const folder = join(await makeTempFolder(context), 'storage');
  const findElsewhere = () => Promise.resolve(new Set<string>());
  const own = createOwnJournal({ folder, findElsewhere, onLost: () => undefined });
  const text = 'x'.repeat(100_000);
  const strangers = new Set<string>();
  const done = new AbortController();
  const look = async (): Promise<void> => {
    while (!done.signal.aborted) {
      const names = await readdir(folder).catch(() => []);
      const unknown = names.filter((name) => name.endsWith('.jsonl') && !own.isOwn(name));
      // One that was let go of since the look is no stranger.
      for (const name of unknown) if (existsSync(join(folder, name))) strangers.add(name);
    }
  };

  const looking = look();
  for (let at = 0; at < 40; at += 1) {
    await own.append([
      { task: `t${at}`, text, ends: false },
      { task: `t${at}`, text: 'gone', ends: true },
    ]);
  }
  done.abort();
  await looking;

  assert.deepEqual([...strangers], []);
});
