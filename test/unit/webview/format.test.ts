import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFormats, fill } from '../../../src/webview/format.ts';

const formats = createFormats('en');

test('times have minutes and seconds, hours only when there are some', () => {
  const texts = [0, 5.9, 67, 600, 3723].map((seconds) => formats.time(seconds));
  assert.deepEqual(texts, ['0:00', '0:05', '1:07', '10:00', '1:02:03']);
});

test('sizes take the largest decimal unit', () => {
  const texts = [0, 999, 1234, 5_600_000, 7e12].map((count) => formats.bytes(count));
  assert.deepEqual(texts, ['0 bytes', '999 bytes', '1.23 kB', '5.6 MB', '7,000 GB']);
});

test('small amounts keep their digits', () => {
  assert.deepEqual(
    [0, 0.04, 0.0035, 12].map((amount) => formats.usd(amount)),
    ['$0.00', '$0.04', '$0.0035', '$12.00'],
  );
});

test('a placeholder without a value stays as it is', () => {
  assert.equal(fill('{a} of {b}', { a: 1 }), '1 of {b}');
});
