import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findJobFilePath } from '../../../../src/host/adapters/jobFilePath.ts';

const place = (scheme: string, path: string, folder: string | null = '/folder'): string | null =>
  findJobFilePath({ scheme, path, fsPath: path }, folder);

test('a job file lies where its address says, an untitled one that has its folder as well', () => {
  assert.deepEqual(
    [place('file', '/art/a.gen.yaml'), place('untitled', '/art/a.gen.yaml', null)],
    ['/art/a.gen.yaml', '/art/a.gen.yaml'],
  );
});

test('an untitled job file without a folder goes to the first one that is open, if there is one', () => {
  assert.deepEqual(
    [place('untitled', 'a.gen.yaml')?.replaceAll('\\', '/'), place('untitled', 'a.gen.yaml', null)],
    ['/folder/a.gen.yaml', null],
  );
});
