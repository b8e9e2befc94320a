import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeLastResult, newestByJob } from '../../../../../src/host/language/lens/lastResult.ts';
import { buildRecord } from '../../fakes/builders.ts';

test('the last result of a job is its newest saved one', () => {
  const records = [
    buildRecord({ task_id: '1' }),
    buildRecord({ task_id: '2', job: 'door' }),
    buildRecord({ task_id: '3' }),
    buildRecord({ task_id: '4', status: 'failed' }),
  ];
  const newest = [...newestByJob(records)].map(([job, { task_id: id }]) => [job, id]);
  assert.deepEqual(newest, [
    [null, '3'],
    ['door', '2'],
  ]);
});

test('a result is described briefly, its cost as a dash if it is unknown, and without a cost for the sandbox', () => {
  const [artifact] = buildRecord().artifacts;
  const two = artifact ? [{ ...artifact, path: 'out/song.mp3' }, artifact] : [];
  const records = [{}, { artifacts: two, amount_usd: null }, { profile: 'sandbox' }].map(buildRecord);
  assert.deepEqual(records.map(describeLastResult), ['hero.png · $0.04', 'song.mp3 +1 · –', 'hero.png']);
});
