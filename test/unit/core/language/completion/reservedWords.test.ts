import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeAt } from './completeAt.ts';

test('every reserved word is described', () => {
  const words = ['|', 'gen:\n  |', 'output:\n  |'].flatMap((marked) => completeAt(marked));
  assert.deepEqual(
    words.filter(({ kind, documentation }) => kind === 'keyword' && !documentation),
    [],
  );
});

test('the model looks like a field and says that it is required; other words of the format look like keywords', () => {
  const offered = completeAt('|').map(({ label, kind, detail }) => [label, kind, detail]);
  const ofModel = offered.find(([label]) => label === 'model');
  assert.deepEqual(ofModel, ['model', 'field', 'required']);
  assert.deepEqual(
    offered.find(([label]) => label === 'jobs'),
    ['jobs', 'keyword', undefined],
  );
});
