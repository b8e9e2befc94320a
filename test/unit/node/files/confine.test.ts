import assert from 'node:assert/strict';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { test, type TestContext } from 'node:test';
import {
  checkConfined,
  findConfinedFile,
  isBelow,
  isWithin,
  makeConfinedFolder,
  OutsideBoundaryError,
} from '../../../../src/node/files/confine.ts';
import { nodeFileSystem } from '../../../../src/node/files/fileSystem.ts';
import { createFaultyFiles } from '../../../fakes/disk/faultyFiles.ts';
import { makeTempFolder } from '../../../fakes/disk/tempFolder.ts';

const root = `${sep}w`;

const places: readonly (readonly [path: string, isWithin: boolean, isBelow: boolean])[] = [
  [root, true, false],
  [join(root, 'a'), true, true],
  [join(root, 'a', 'b'), true, true],
  [join(root, '..a'), true, true],
  [join(root, '...'), true, true],
  [sep, false, false],
  [`${root}x`, false, false],
  [join(root, '..', 'v'), false, false],
];

for (const [path, within, below] of places) {
  test(`${path} is ${within ? '' : 'not '}within ${root}, and ${below ? '' : 'not '}below it`, () => {
    assert.deepEqual([isWithin(path, root), isBelow(path, root)], [within, below]);
  });
}

/**
 * Arranges a workspace `w` with a link `out` to a folder next to it, a link `in` to its own `real`, and a dangling
 * link.
 */
async function arrange(context: TestContext) {
  const folder = await makeTempFolder(context);
  const [workspace, outside] = [join(folder, 'w'), join(folder, 'outside')];
  await Promise.all([mkdir(join(workspace, 'real'), { recursive: true }), mkdir(outside)]);
  await writeFile(join(workspace, 'real', 'a.txt'), 'abc');
  await writeFile(join(outside, 'a.txt'), 'secret');
  await symlink(outside, join(workspace, 'out'));
  await symlink(join(workspace, 'real'), join(workspace, 'in'));
  await symlink(join(outside, 'none'), join(workspace, 'dangling'));
  return { workspace, outside };
}

const nameOf = (error: unknown): string => (error instanceof OutsideBoundaryError ? 'outside' : String(error));

test('a folder is created inside the boundary, also through a link that stays inside', async (context) => {
  const { workspace } = await arrange(context);

  await makeConfinedFolder(join(workspace, 'new', 'deep'), workspace, nodeFileSystem);
  await makeConfinedFolder(join(workspace, 'in', 'more'), workspace, nodeFileSystem);

  assert.deepEqual(
    [await readdir(join(workspace, 'new')), (await readdir(join(workspace, 'real'))).toSorted()],
    [['deep'], ['a.txt', 'more']],
  );
});

test('no folder is created outside the boundary', async (context) => {
  const { workspace, outside } = await arrange(context);
  const wanted = [join(workspace, 'out', 'new'), join(workspace, '..', 'new'), join(outside, 'new')];

  const errors = await Promise.all(
    wanted.map((folder) => makeConfinedFolder(folder, workspace, nodeFileSystem).then(() => 'created', nameOf)),
  );

  assert.deepEqual([errors, await readdir(outside)], [['outside', 'outside', 'outside'], ['a.txt']]);
});

test('a folder that becomes a link while it is created is refused', async (context) => {
  const { workspace, outside } = await arrange(context);
  const wanted = join(workspace, 'swapped');
  const files = {
    ...nodeFileSystem,
    async mkdir() {
      await symlink(outside, wanted);
      return undefined;
    },
  };

  const error = await makeConfinedFolder(wanted, workspace, files).then(() => 'created', nameOf);

  assert.equal(error, 'outside');
});

test('a path is checked with links followed, and a dangling link is refused', async (context) => {
  const { workspace } = await arrange(context);
  const paths = ['real/a.txt', 'in/a.txt', 'in', 'new.txt', 'none/new.txt', 'out/a.txt', 'out/new.txt', 'dangling'];

  const outcomes = await Promise.all(
    paths.map((path) => checkConfined(join(workspace, path), workspace, nodeFileSystem).then(() => 'inside', nameOf)),
  );

  assert.deepEqual(outcomes, ['inside', 'inside', 'inside', 'inside', 'inside', 'outside', 'outside', 'outside']);
});

test('a path is not treated as new if the disk cannot say whether it exists', async (context) => {
  const { workspace } = await arrange(context);
  const path = join(workspace, 'real', 'a.txt');
  const files = createFaultyFiles((step) =>
    step.name === 'realpath' && step.path === path ? { code: 'EACCES' } : undefined,
  );

  await assert.rejects(checkConfined(path, workspace, files), { code: 'EACCES' });
});

test('a file is found by its real path, and nothing else is a file', async (context) => {
  const { workspace } = await arrange(context);
  const find = (path: string) => findConfinedFile(join(workspace, path), workspace, nodeFileSystem);

  const found = await Promise.all(['real/a.txt', 'in/a.txt', 'real', 'none', 'out/a.txt', 'dangling'].map(find));

  const file = { path: join(workspace, 'real', 'a.txt'), bytes: 3 };
  assert.deepEqual(found, [file, file, null, null, null, null]);
});

test('a file is not reported as missing if the disk cannot say whether it exists', async (context) => {
  const { workspace } = await arrange(context);
  const files = createFaultyFiles(({ name }) => (name === 'lstat' ? { code: 'EIO' } : undefined));

  await assert.rejects(findConfinedFile(join(workspace, 'real', 'a.txt'), workspace, files), { code: 'EIO' });
});
