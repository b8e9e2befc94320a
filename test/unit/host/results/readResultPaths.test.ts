import assert from 'node:assert/strict';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { test, type TestContext } from 'node:test';
import { readResultPaths } from '../../../../src/host/results/readResultPaths.ts';
import { makeArtifact, makeRecord } from '../../../support/previewHarness/scene.ts';

const lineOf = (...paths: readonly string[]): string =>
  JSON.stringify(makeRecord(1, { artifacts: paths.map((path) => makeArtifact(path, '')) }));

/** Returns the paths of a runs file with this text, relative to its folder. */
async function read(t: TestContext, text: string): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'genwright-'));
  t.after(() => rm(folder, { recursive: true }));
  const runsFile = join(folder, 'hero.gen.runs.jsonl');
  await writeFile(runsFile, text);
  return (await readResultPaths(runsFile)).map((path) => relative(folder, path).replaceAll('\\', '/'));
}

test('the results of a runs file are the media that it names, each once', async (t) => {
  const lines = [lineOf('a.png', 'out/b.mp3'), lineOf('a.png', 'c.md'), lineOf('run.sh', 'package.json')];
  assert.deepEqual(await read(t, lines.join('\n')), ['a.png', 'out/b.mp3', 'c.md']);
});

test('lines that are not records are skipped', async (t) => {
  const broken = ['', '{', 'null', '[]', '{"artifacts":{}}', '{"artifacts":[null,1,{},{"path":1}]}'];
  assert.deepEqual(await read(t, [...broken, lineOf('a.png')].join('\n')), ['a.png']);
});

test('of a long file, the newest lines count', async (t) => {
  const old = Array.from({ length: 2_500 }, () => `${lineOf('old.png')}${' '.repeat(1_000)}`);
  assert.deepEqual(await read(t, [lineOf('first.png'), ...old, lineOf('new.png')].join('\n')), ['old.png', 'new.png']);
});

test('a link in place of a runs file is not followed', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'genwright-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'secret.txt'), lineOf('a.png'));
  await symlink(join(folder, 'secret.txt'), join(folder, 'hero.gen.runs.jsonl'));
  await assert.rejects(readResultPaths(join(folder, 'hero.gen.runs.jsonl')));
});
