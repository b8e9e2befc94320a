// Measures a file that ends the process: by its memory, or because VS Code or the user ends the process.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parseRunsRecord } from '../../src/storage/runsFile.ts';
import type { ChildOrder } from './child.ts';
import { crashJobs } from './crashJobs.ts';
import { openStory } from './crashStory.ts';
import { workFolder } from './headless.ts';
import { createChildren, type Children } from './startChild.ts';

let children: Children<ChildOrder>;
before(async () => {
  children = await createChildren('child.ts');
});
after(() => children.close());

test('a file whose measuring ended the process is saved without measures, once, and nothing is paid twice', async () => {
  const job = crashJobs.find(({ name }) => name === 'song');
  assert.ok(job);
  const { place, gateway, end, close } = await openStory(job);
  try {
    // Each process would die again if it measured the same clip again: two of them get past both clips.
    const order = { place, killPoint: null, diesMeasuring: true };
    await children.run({ ...order, begins: true });
    await children.run({ ...order, begins: false });
    const faults = await end();
    const lines = (await readFile(join(workFolder(place), 'hero.gen.runs.jsonl'), 'utf8')).trimEnd().split('\n');
    const artifacts = lines.map((line) => parseRunsRecord(line)?.artifacts.map(({ path, seconds }) => [path, seconds]));

    assert.deepEqual(
      { faults, paid: gateway.postCount(), artifacts },
      {
        faults: [],
        paid: 1,
        artifacts: [
          [
            ['hero.wav', null],
            ['hero.lyrics.txt', null],
            ['hero-2.wav', null],
            ['hero-2.lyrics.txt', null],
          ],
        ],
      },
    );
  } finally {
    await close();
  }
});
