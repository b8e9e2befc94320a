import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinSentences } from '../../../../../src/core/support/text/joinSentences.ts';

test('sentences are joined by a space, but not after a full-width mark, and empty ones are left out', () => {
  assert.deepEqual(
    [
      joinSentences(['', 'One.', '', 'Two.']),
      joinSentences(['已停止。', '有 1 个请求。', 'No such key.']),
      joinSentences(['No such key.', '已停止。']),
      joinSentences(['', '']),
    ],
    ['One. Two.', '已停止。有 1 个请求。No such key.', 'No such key. 已停止。', ''],
  );
});
