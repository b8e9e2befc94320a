import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isJobFile } from '../../../src/host/jobFilePattern.ts';

test('a job file is known by its name, on disk or not yet saved', () => {
  const rows = [
    'file:/w/a.gen.yaml',
    'file:/w/a.gen.yml',
    'untitled:a.gen.yaml',
    'git:/w/a.gen.yaml',
    'file:/w/a.yaml',
    'file:/w/gen.yaml',
    'file:/w/a.gen.yaml.txt',
  ];
  const found = rows.filter((row) => {
    const [scheme = '', path = ''] = row.split(':');
    return isJobFile({ scheme, path });
  });
  assert.deepEqual(found, rows.slice(0, 3));
});
