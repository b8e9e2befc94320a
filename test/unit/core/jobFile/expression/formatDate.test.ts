import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildIsoText, formatDate } from '../../../../../src/core/jobFile/expression/formatDate.ts';
import type { JsonValue } from '../../../../../src/core/support/json/json.ts';

const evening = Date.UTC(2026, 0, 2, 23, 4, 5);

const formats: readonly (readonly [value: JsonValue, format: string, text: string])[] = [
  [evening, 'YYYY-MM-DD HH:mm:ss', '2026-01-02 23:04:05'],
  [evening, 'YY/M', '26/M'],
  ['2026-01-02', 'DD HH:mm:ss', '02 00:00:00'],
  ['2026-01-02T09:08', 'HH:mm:ss', '09:08:00'],
  ['2026-01-02 09:08:07', 'HHmmss', '090807'],
  ['2026-01-03T00:34:05+01:30', 'MM-DD HH:mm', '01-03 00:34'],
  ['on 2026-01-02', 'YYYY', 'on 2026-01-02'],
  ['26-01-02', 'YYYY', '26-01-02'],
  [null, 'YYYY', ''],
  [{ a: 1 }, 'YYYY', '{"a":1}'],
  [8.7e15, 'YYYY', '8700000000000000'],
];

for (const [value, format, text] of formats) {
  test(`${JSON.stringify(value)} as "${format}" is "${text}"`, () => assert.equal(formatDate(value, format), text));
}

test('a time is written in the local time of its offset', () => {
  const offsets = [0, 60, 330, -90, -720];
  assert.deepEqual(
    offsets.map((minutes) => buildIsoText(evening, minutes)),
    [
      '2026-01-02T23:04:05Z',
      '2026-01-03T00:04:05+01:00',
      '2026-01-03T04:34:05+05:30',
      '2026-01-02T21:34:05-01:30',
      '2026-01-02T11:04:05-12:00',
    ],
  );
});

test('a time outside the calendar has no text', () => {
  assert.deepEqual([buildIsoText(8.64e15, 1), buildIsoText(NaN, 0)], ['', '']);
});
