import assert from 'node:assert/strict';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { nodeFileSystem } from '../../../src/node/files/fileSystem.ts';
import { createReachedOrigins } from '../../../src/storage/reachedOrigins.ts';
import { makeTempFolder } from '../../fakes/disk/tempFolder.ts';

const one = 'https://one.example';
const two = 'https://two.example';

async function arrange(context: TestContext) {
  const file = join(await makeTempFolder(context), 'storage', 'reached.txt');
  const warnings: string[] = [];
  const log = { warn: (line: string) => void warnings.push(line) };
  const open = () => createReachedOrigins({ file, files: nodeFileSystem, log });
  /** Resolves when the file has this many lines that are not empty. */
  const written = async (count: number): Promise<readonly string[]> => {
    for (;;) {
      const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
      if (lines.length >= count) return lines;
      await setImmediate();
    }
  };
  return { file, warnings, open, written };
}

test('an origin is known at once, and later to other processes', async (context) => {
  const { open, written } = await arrange(context);
  const [own, other] = [open(), open()];

  own.add(one);
  const atOnce = await own.has(one);
  await written(1);

  assert.deepEqual([atOnce, await other.has(one), await other.has(two)], [true, true, false]);
});

test('an origin that the file has is not written again', async (context) => {
  const { open, written } = await arrange(context);
  open().add(one);
  await written(1);

  const next = open();
  next.add(one);
  next.add(two);

  assert.deepEqual(await written(2), [one, two]);
});

test('a torn line hides only itself', async (context) => {
  const { open, written, file } = await arrange(context);
  open().add(one);
  await written(1);
  await appendFile(file, 'https://tw');

  open().add(two);
  await written(3);

  assert.deepEqual([await open().has(one), await open().has(two)], [true, true]);
});

test('a file that cannot be read or written is logged, and only this process knows the origin', async (context) => {
  const { open, file, warnings } = await arrange(context);
  await mkdir(file, { recursive: true });
  const own = open();

  own.add(one);
  const answers = [await own.has(one), await open().has(one)];
  while (warnings.length < 3) await setImmediate();

  assert.deepEqual(answers, [true, false]);
});
