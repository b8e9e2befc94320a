import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PreviewDetails } from '../../../../src/protocol/previewItem.ts';
import { listDifferences } from '../../../../src/webview/compare/differences.ts';
import { makeDetails } from '../../../support/previewHarness/messages.ts';

function differencesOf(...results: readonly Partial<PreviewDetails>[]) {
  return listDifferences(
    results.map((changes, at) => ({ details: makeDetails(`r${at}`, changes), cost: null, duration: null })),
  );
}

describe('the differences between results', () => {
  test('are none between equal requests, whatever their file, date and task', () => {
    assert.deepEqual(differencesOf({ file: 'a.png', at: 1, taskId: 'g1' }, { file: 'b.png', at: 2, taskId: 'g2' }), []);
  });

  test('begin with what the user has written, and leave out what is equal', () => {
    const first = { prompt: 'A cat', model: 'm', seed: '1', fields: [{ name: 'size', value: '2K' }] };
    const second = { ...first, prompt: 'A dog', seed: '2' };
    assert.deepEqual(differencesOf(first, second), [
      { name: 'prompt', values: ['A cat', 'A dog'] },
      { name: 'seed', values: ['1', '2'] },
    ]);
  });

  test('include a field that only some requests have', () => {
    const sized = { fields: [{ name: 'size', value: '2K' }] };
    assert.deepEqual(differencesOf(sized, {}, sized), [{ name: { field: 'size' }, values: ['2K', null, '2K'] }]);
  });

  test('compare dimensions, cost and duration as they are shown', () => {
    const shown = [
      { details: makeDetails('a', { width: 2, height: 1 }), cost: '$0.04', duration: '0:10' },
      { details: makeDetails('b', { width: 1, height: 1 }), cost: '$0.04', duration: '0:11' },
    ];
    assert.deepEqual(listDifferences(shown), [
      { name: 'dimensions', values: ['2 × 1', '1 × 1'] },
      { name: 'duration', values: ['0:10', '0:11'] },
    ]);
  });
});
