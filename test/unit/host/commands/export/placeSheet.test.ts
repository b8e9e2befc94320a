import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { nodeFileSystem } from '../../../../../src/node/files/fileSystem.ts';
import { nodeProcesses } from '../../../../../src/node/processes/nodeProcesses.ts';
import { makeTempFolder } from '../../../../fakes/disk/tempFolder.ts';

await import('../../fakes/fakeVscode.ts');
const { sheetBeginning } = await import('../../../../../src/node/sheet/buildSheet.ts');
const { placeSheet } = await import('../../../../../src/host/commands/export/placeSheet.ts');

async function arrange(context: TestContext) {
  const folder = await makeTempFolder(context);
  const boundary = join(folder, 'workspace');
  await mkdir(boundary);
  const place = async (text: string, stem = join(boundary, 'hero.contact-sheet')): Promise<string> => {
    async function* parts() {
      yield sheetBeginning;
      yield text;
    }
    return placeSheet(parts(), { stem, boundary, files: nodeFileSystem, processes: nodeProcesses });
  };
  return { folder, boundary, place, file: join(boundary, 'hero.contact-sheet.html') };
}

test('a contact sheet is beside its job file and replaces an earlier one', async (context) => {
  const { boundary, place, file } = await arrange(context);
  assert.equal(await place('one'), file);
  assert.equal(await place('two'), file);
  assert.equal(await readFile(file, 'utf8'), `${sheetBeginning}two`);
  assert.deepEqual(await readdir(boundary), ['hero.contact-sheet.html']);
});

test('any other file of that name stays as it is', async (context) => {
  const { boundary, folder, place, file } = await arrange(context);
  await writeFile(file, '<!DOCTYPE html>\nby hand');
  const target = join(folder, 'target.html');
  await writeFile(target, `${sheetBeginning}elsewhere`);
  await symlink(target, join(boundary, 'hero.contact-sheet-2.html'));
  await mkdir(join(boundary, 'hero.contact-sheet-3.html'));
  assert.equal(await place('mine'), join(boundary, 'hero.contact-sheet-4.html'));
  assert.equal(await readFile(file, 'utf8'), '<!DOCTYPE html>\nby hand');
  assert.equal(await readFile(target, 'utf8'), `${sheetBeginning}elsewhere`);
});

test('nothing is written outside the workspace folder', async (context) => {
  const { boundary, folder, place } = await arrange(context);
  const outside = join(folder, 'outside');
  await mkdir(outside);
  await symlink(outside, join(boundary, 'link'));
  await assert.rejects(place('mine', join(boundary, 'link', 'hero.contact-sheet')), { name: 'OutsideBoundaryError' });
  assert.deepEqual(await readdir(outside), []);
});

test('a page that fails leaves nothing behind', async (context) => {
  const { boundary } = await arrange(context);
  async function* parts() {
    yield sheetBeginning;
    throw new Error('No marks');
  }
  const options = {
    stem: join(boundary, 'hero.contact-sheet'),
    boundary,
    files: nodeFileSystem,
    processes: nodeProcesses,
  };
  await assert.rejects(placeSheet(parts(), options), { message: 'No marks' });
  assert.deepEqual(await readdir(boundary), []);
});
