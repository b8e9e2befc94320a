import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listArtifacts } from '../../../../../src/host/commands/export/recordedArtifacts.ts';
import { buildArtifact, buildRecord } from '../../../../fakes/tasks/runsRecords.ts';

const made = (path: string) => ({ ...buildArtifact('a1'), path });

test('results are listed by run, the newest first, and in each run in the order of the requests', () => {
  const records = [
    buildRecord(9, { run: 'old', index: 1, artifacts: [made('old.png')] }),
    buildRecord(10, { run: 'new', index: 2, artifacts: [made('b.png'), made('b-2.png')] }),
    buildRecord(11, { run: 'new', index: 1, artifacts: [made('a.png')] }),
    buildRecord(12, { run: 'new', index: 3, status: 'failed' }),
  ];
  assert.deepEqual(
    listArtifacts(records).map(({ artifact }) => artifact.path),
    ['a.png', 'b.png', 'b-2.png', 'old.png'],
  );
});

test('a path has its newest result, and lyrics belong to their clip', () => {
  const records = [
    buildRecord(1, { artifacts: [made('song.mp3'), made('song.lyrics.txt')], model: 'old' }),
    buildRecord(2, { artifacts: [made('song.mp3'), made('song.lyrics.txt')], model: 'new' }),
  ];
  assert.deepEqual(
    listArtifacts(records).map(({ artifact, record }) => [artifact.path, record.model]),
    [['song.mp3', 'new']],
  );
});
