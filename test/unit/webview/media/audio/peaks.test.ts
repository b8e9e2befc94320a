import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildPeaks } from '../../../../../src/webview/media/audio/peaks.ts';

test('each peak is the loudest sample of its span over all channels, and the loudest of all is 1', () => {
  const left = Float32Array.of(0, 0.25, -0.5, 0, 0, 0);
  const right = Float32Array.of(0, 0, 0, 0, 0.125, 0);
  assert.deepEqual(buildPeaks([left, right], 3), [0.5, 1, 0.25]);
});

test('silence and missing audio are flat', () => {
  assert.deepEqual(
    [buildPeaks([new Float32Array(4)], 2), buildPeaks([], 2)],
    [
      [0, 0],
      [0, 0],
    ],
  );
});

test('a clip with fewer samples than bars leaves bars empty', () => {
  assert.deepEqual(buildPeaks([Float32Array.of(1)], 3), [0, 0, 1]);
});
