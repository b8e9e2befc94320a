import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { nodeFileSystem, type FileSystem } from '../../../src/node/files/fileSystem.ts';
import { createMovedFinder } from '../../../src/planning/findMoved.ts';
import { createFaultyFiles } from '../../fakes/disk/faultyFiles.ts';
import { makeTempFolder } from '../../fakes/disk/tempFolder.ts';

/** The record of a result that was at a path. */
function artifactAt(path: string, content = path) {
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { path, sha256, bytes: content.length, media_type: 'text/plain', width: null, height: null, seconds: null };
}

/** Writes files below a folder, and returns what finds moved results of the job file `jobs/hero.gen.yaml` in it. */
async function arrange(
  context: TestContext,
  contents: Readonly<Record<string, string>>,
  wrap: (files: FileSystem) => FileSystem = (files) => files,
) {
  const boundary = await makeTempFolder(context);
  for (const [path, content] of Object.entries(contents)) {
    await mkdir(dirname(join(boundary, path)), { recursive: true });
    await writeFile(join(boundary, path), content);
  }
  const opened: string[] = [];
  const files = createFaultyFiles(
    ({ name, path }) => void (name === 'open' && opened.push(path)),
    wrap(nodeFileSystem),
  );
  const finder = createMovedFinder({ jobFile: join(boundary, 'jobs/hero.gen.yaml'), boundary, files }, new Set());
  return { ...finder, opened, boundary };
}

test('each file is read once, however many results of its size are missing', async (context) => {
  const { findMoved, opened } = await arrange(context, { 'jobs/a.txt': 'A', 'jobs/b.txt': 'B', 'c.txt': 'C' });

  const found = [];
  for (const content of ['1', '2', 'C', '3', 'B', '4']) found.push(await findMoved(artifactAt('old.txt', content)));

  assert.deepEqual([found, opened.length], [[null, null, '../c.txt', null, 'b.txt', null], 3]);
});

test('files near the job file are found in a workspace with more files than are searched', async (context) => {
  const many = Array.from({ length: 6_000 }, (_, at) => `${at}.txt`);
  const { findMoved } = await arrange(context, { 'jobs/final/b.txt': 'B', 'archive/0.txt': 'B' }, (files) => ({
    ...files,
    readdir: async (path) => (path.endsWith('archive') ? many : files.readdir(path)),
    lstat: async (path) => files.lstat(path.replace(/archive\/.*/, 'archive/0.txt')),
  }));

  assert.equal(await findMoved(artifactAt('b.txt', 'B')), 'final/b.txt');
});

test('no more than 5,000 entries are searched, and no more than 2 GiB are read', async (context) => {
  const many = Array.from({ length: 6_000 }, (_, at) => `${at}.txt`);
  const looked: string[] = [];
  const wide = await arrange(context, { 'jobs/0.txt': 'B' }, (files) => ({
    ...files,
    readdir: async (path) => (path.endsWith('jobs') ? many : files.readdir(path)),
    lstat: async (path) => (looked.push(path), files.lstat(path.replace(/jobs\/.*/, 'jobs/0.txt'))),
  }));
  const large = await arrange(context, { 'jobs/a.txt': 'A', 'jobs/b.txt': 'B' }, (files) => ({
    ...files,
    lstat: async (path) => {
      const facts = await files.lstat(path);
      return facts.isFile() ? Object.assign(facts, { size: 1.5 * 1024 ** 3 }) : facts;
    },
  }));

  await wide.findMoved(artifactAt('x.txt', 'ABC'));
  const found = await large.findMoved({ ...artifactAt('x.txt', 'B'), bytes: 1.5 * 1024 ** 3 });

  const entries = looked.filter((path) => path.endsWith('.txt'));
  assert.deepEqual([entries.length, found, large.opened.length], [5_000, null, 1]);
});

test('no other disk is searched', async (context) => {
  const { findMoved } = await arrange(context, { 'jobs/share/b.txt': 'B' }, (files) => ({
    ...files,
    lstat: async (path) => {
      const facts = await files.lstat(path);
      return path.endsWith('share') ? Object.assign(facts, { dev: facts.dev + 1 }) : facts;
    },
  }));

  assert.equal(await findMoved(artifactAt('b.txt', 'B')), null);
});

test('a result that a record tells outside the boundary has not moved', async (context) => {
  const { findMoved, moved } = await arrange(context, { 'jobs/b.txt': 'B' });

  const found = await findMoved(artifactAt('../../../b.txt', 'B'));

  assert.deepEqual([found, moved.size], [null, 0]);
});
