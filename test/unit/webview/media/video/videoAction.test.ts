import assert from 'node:assert/strict';
import { test } from 'node:test';
import { videoAction } from '../../../../../src/webview/media/video/videoAction.ts';

const press = (key: string, isFocused = false) => videoAction({ key }, { isFocused });

test('space plays, M mutes and dots step, wherever the focus is', () => {
  assert.deepEqual(
    [' ', 'K', 'm', 'x'].map((key) => press(key)),
    ['toggle', 'toggle', 'mute', null],
  );
  assert.deepEqual(
    [press('.'), press(',')].map((action) => typeof action === 'object' && action?.isFrame),
    [true, true],
  );
});

test('arrows move the clip only when it has the focus', () => {
  assert.deepEqual(
    [press('ArrowRight'), press('ArrowRight', true), press('ArrowLeft', true)],
    [null, { seconds: 5, isFrame: false }, { seconds: -5, isFrame: false }],
  );
});
