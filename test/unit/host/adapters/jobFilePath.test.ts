import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findJobFilePath } from '../../../../src/host/adapters/jobFilePath.ts';

const place = (scheme: string, path: string, folder: string | null = '/folder'): string | null =>
  findJobFilePath({ scheme, path, fsPath: path }, folder);

test('a job file has the path of its URI, and so does an untitled one that has a folder', () => {
  assert.deepEqual(
    [place('file', '/art/a.gen.yaml'), place('untitled', '/art/a.gen.yaml', null)],
    ['/art/a.gen.yaml', '/art/a.gen.yaml'],
  );
});

test('an untitled job file without a folder belongs to the first open one, if there is one', () => {
  assert.deepEqual(
    [place('untitled', 'a.gen.yaml')?.replaceAll('\\', '/'), place('untitled', 'a.gen.yaml', null)],
    ['/folder/a.gen.yaml', null],
  );
});
