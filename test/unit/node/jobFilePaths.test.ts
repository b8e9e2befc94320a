import assert from 'node:assert/strict';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import {
  canonicalPath,
  createFolderSearch,
  createJobFileMatch,
  createJobFilePaths,
} from '../../../src/node/jobFilePaths.ts';
import { makeTempFolder } from '../../fakes/disk/tempFolder.ts';
import { buildTask } from '../host/fakes/builders.ts';

/** Arranges a folder `real` with a job file, and a link `alias` to the folder. */
async function arrange(context: TestContext) {
  const folder = await makeTempFolder(context);
  const [real, alias] = [join(folder, 'real'), join(folder, 'alias')];
  await mkdir(join(real, 'sub'), { recursive: true });
  await writeFile(join(real, 'a.gen.yaml'), '');
  await symlink(real, alias);
  return { folder, real, alias };
}

test('a path has one name, also where it does not exist', async (context) => {
  const { real, alias } = await arrange(context);
  const paths = ['a.gen.yaml', 'none.gen.yaml', 'none/deep/none.gen.yaml', ''];

  assert.deepEqual(
    paths.map((path) => canonicalPath(join(alias, path))),
    paths.map((path) => join(real, path).replace(/\/$/, '')),
  );
});

test('a job file has the tasks of all its names', async (context) => {
  const { real, alias } = await arrange(context);
  const isOfFile = createJobFileMatch(join(alias, 'a.gen.yaml'));

  assert.deepEqual(
    [join(real, 'a.gen.yaml'), join(alias, 'a.gen.yaml'), join(real, 'sub', 'a.gen.yaml')].map(isOfFile),
    [true, true, false],
  );
});

test('a job file has the tasks of a name of its folder that no longer exists', async (context) => {
  const { real } = await arrange(context);
  const [file, other] = [join(real, 'a.gen.yaml'), join(real, 'b.gen.yaml')];
  await writeFile(other, '');
  const before = createJobFileMatch(file)(other);
  await rm(other);
  const after = [other, join(real, 'sub', 'b.gen.yaml')].map(createJobFileMatch(file));
  await rename(file, other);

  // A job file that does not exist has no other names.
  assert.deepEqual([before, after, createJobFileMatch(file)(join(real, 'c.gen.yaml'))], [false, [true, false], false]);
});

test('the innermost folder of a job file is found by the real places of both', async (context) => {
  const { folder, real, alias } = await arrange(context);
  const jobFiles = [join(real, 'a.gen.yaml'), join(real, 'sub', 'x.gen.yaml'), join(folder, 'x.gen.yaml')];

  assert.deepEqual(jobFiles.map(createFolderSearch([alias])), [real, real, null]);
  assert.deepEqual(jobFiles.map(createFolderSearch([folder, join(alias, 'sub'), alias])), [
    real,
    join(real, 'sub'),
    folder,
  ]);
  assert.deepEqual(jobFiles.map(createFolderSearch([])), [null, null, null]);
});

test('a task is shown by the first name that the caller has used for its folder', async (context) => {
  const { real, alias } = await arrange(context);
  const paths = createJobFilePaths();
  const task = buildTask({ jobFile: join(real, 'sub', 'a.gen.yaml') });
  const unnamed = paths.show(task);
  paths.learn(alias);
  const named = paths.show(task);
  paths.learn(real);

  assert.equal(unnamed, task);
  assert.equal(named.jobFile, join(alias, 'sub', 'a.gen.yaml'));
  assert.equal(paths.show(task), named);
});

test('a task is shown by the name of the folder whose job file was planned', async (context) => {
  const { real, alias } = await arrange(context);
  const paths = createJobFilePaths();
  const jobFile = paths.enter(join(alias, 'a.gen.yaml'));

  assert.equal(jobFile, join(real, 'a.gen.yaml'));
  assert.equal(paths.show(buildTask({ jobFile })).jobFile, join(alias, 'a.gen.yaml'));
});

test('the nearest folder with a name counts', async (context) => {
  const { folder, real, alias } = await arrange(context);
  const sub = join(folder, 'sub');
  await symlink(join(real, 'sub'), sub);
  const paths = createJobFilePaths();
  paths.learn(alias);
  paths.learn(sub);

  assert.equal(paths.show(buildTask({ jobFile: join(real, 'sub', 'a.gen.yaml') })).jobFile, join(sub, 'a.gen.yaml'));
});

test('a job file that is a link keeps its name inside the engine', async (context) => {
  const { real, alias } = await arrange(context);
  await symlink(join(real, 'a.gen.yaml'), join(real, 'sub', 'link.gen.yaml'));
  const paths = createJobFilePaths();

  assert.deepEqual(
    ['sub/link.gen.yaml', 'a.gen.yaml', 'none.gen.yaml'].map((path) => paths.enter(join(alias, path))),
    ['sub/link.gen.yaml', 'a.gen.yaml', 'none.gen.yaml'].map((path) => join(real, path)),
  );
});
