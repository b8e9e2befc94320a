import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { latestMarks, parseMarkChange, parseMarkRecord, type MarkRecord } from '../../../../src/core/artifact/marks.ts';

const cat = 'a'.repeat(64);
const dog = 'b'.repeat(64);
const line = { v: 1, at: '2026-01-01T00:00:00.000Z', sha256: cat, mark: 'star', rating: 4, note: 'Soft light' };

const parse = (changes: object) => parseMarkRecord(JSON.stringify({ ...line, ...changes }));
const record = (at: string, changes: Partial<MarkRecord>): MarkRecord => ({
  v: 1,
  at: `2026-01-01T00:00:${at}Z`,
  sha256: cat,
  mark: null,
  rating: null,
  note: null,
  ...changes,
});
const nowMs = Date.parse('2026-01-01T00:00:30Z');

describe('a line of a marks file', () => {
  test('is read as it was written', () => {
    const long = { at: 'Thu, 01 Jan 2026 00:00:00 GMT+0000 (UTC)' };
    assert.deepEqual([parse({}), parse(long)], [line, { ...line, ...long }]);
  });

  test('counts for nothing without a version, a date and a hash', () => {
    const broken = [{ v: 2 }, { at: 'soon' }, { at: '2026'.padEnd(41) }, { sha256: 'A'.repeat(64) }, { sha256: null }];
    assert.deepEqual(
      [...broken.map(parse), ...['', '{', '[]', 'null', '7'].map(parseMarkRecord)].filter((each) => each !== null),
      [],
    );
  });

  test('loses only the parts that are invalid', () => {
    const parts = [{ mark: 'love' }, { rating: 6 }, { rating: 2.5 }, { rating: '5' }, { note: 'x'.repeat(10_001) }, {}];
    assert.deepEqual(
      parts.map(parse).map((each) => [each?.mark, each?.rating, each?.note]),
      [
        [null, 4, 'Soft light'],
        ['star', null, 'Soft light'],
        ['star', null, 'Soft light'],
        ['star', null, 'Soft light'],
        ['star', 4, null],
        ['star', 4, 'Soft light'],
      ],
    );
  });

  test('may name parts of a prototype', () => {
    const read = parseMarkRecord(`{"__proto__": {"mark": "reject"}, ${JSON.stringify(line).slice(1)}`);
    assert.deepEqual(read, line);
  });
});

describe('the present marks', () => {
  test('are those of the latest lines, in any order of merged files', () => {
    const records = [
      record('20', { rating: 5 }),
      record('10', { rating: 1 }),
      record('15', { sha256: dog, mark: 'reject' }),
    ];
    const expected = { [cat]: [null, 5], [dog]: ['reject', null] };
    const read = (each: readonly MarkRecord[]) =>
      Object.fromEntries([...latestMarks(each, nowMs)].map(([hash, { mark, rating }]) => [hash, [mark, rating]]));
    assert.deepEqual([read(records), read(records.toReversed())], [expected, expected]);
  });

  test('are those of the last of equally late lines', () => {
    const records = [record('10.5', { rating: 1 }), record('10.500', { rating: 2 })];
    assert.equal(latestMarks(records, nowMs).get(cat)?.rating, 2);
  });

  test('ignore the future, until it has come', () => {
    const records = [record('10', { rating: 1 }), record('40', { rating: 5 })];
    const ratings = [nowMs, nowMs + 10_000].map((now) => latestMarks(records, now).get(cat)?.rating);
    assert.deepEqual(ratings, [1, 5]);
  });

  test('leave out what was cleared', () => {
    assert.equal(latestMarks([record('10', { rating: 1 }), record('11', {})], nowMs).size, 0);
  });
});

describe('a change of a mark', () => {
  test('has any of the parts, or null to clear them', () => {
    const changes = [
      {},
      { mark: 'reject' },
      { rating: null, note: '' },
      { rating: 1 },
      { rating: 5, note: 'x'.repeat(10_000) },
    ];
    assert.deepEqual([...changes, { mark: undefined }].map(parseMarkChange), [...changes, {}]);
  });

  test('is refused with the name of what is wrong', () => {
    const wrong: readonly unknown[] = [
      null,
      'star',
      ['star'],
      { mark: 'love' },
      { rating: 0 },
      { rating: 6 },
      { rating: 1.5 },
      { note: 7 },
      { note: 'x'.repeat(10_001) },
      { stars: 5 },
      { toString: null },
    ];
    assert.deepEqual(wrong.map(parseMarkChange), [
      '',
      '',
      '',
      'mark',
      'rating',
      'rating',
      'rating',
      'note',
      'note',
      'stars',
      'toString',
    ]);
  });
});
