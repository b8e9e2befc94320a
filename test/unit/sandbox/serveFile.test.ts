import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseByteRange } from '../../../src/sandbox/serveFile.ts';

test('reads ranges as RFC 9110 defines them', () => {
  const headers = [
    undefined,
    '',
    'bytes=0-0',
    'bytes=2-',
    'bytes=-3',
    'bytes=-30',
    'bytes=4-99',
    'bytes=10-',
    'bytes=-0',
    'bytes=3-2',
    'bytes=-',
    'bytes=0-1,4-5',
  ];
  assert.deepEqual(
    headers.map((header) => parseByteRange(header, 10)),
    [
      null,
      null,
      { first: 0, last: 0 },
      { first: 2, last: 9 },
      { first: 7, last: 9 },
      { first: 0, last: 9 },
      { first: 4, last: 9 },
      'unsatisfiable',
      'unsatisfiable',
      null,
      null,
      null,
    ],
  );
});
