import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { normalizeValue, parseSearch, writeFilter } from '../../../../../src/core/artifact/search/parseSearch.ts';

const parse = (text: string) => {
  const { terms, problems } = parseSearch(text);
  assert.deepEqual(problems, []);
  return terms.map(({ isNot, ...term }) => (isNot ? { not: term } : term));
};

const day = (year: number, month: number, date: number): number => new Date(year, month - 1, date).getTime();

describe('a search', () => {
  test('finds nothing to ask for in an empty text', () => {
    assert.deepEqual(parse('  '), []);
  });

  test('takes words in any letter case and composition, also those in quotes', () => {
    assert.deepEqual(parse('Light "Am Cafe\u0301, 2" 灯塔 well-lit'), [
      { kind: 'word', text: 'light' },
      { kind: 'word', text: 'am' },
      { kind: 'word', text: 'café' },
      { kind: 'word', text: '2' },
      { kind: 'word', text: '灯塔' },
      { kind: 'word', text: 'well' },
      { kind: 'word', text: 'lit' },
    ]);
  });

  test('takes filters, some of them in quotes', () => {
    assert.deepEqual(
      parse('MODEL:Seedream job:"=big  door" seed:42 run:R1 axis:Light=Noon status:failed status:LIVE'),
      [
        { kind: 'model', text: 'seedream', isWhole: false },
        { kind: 'job', text: 'big door', isWhole: true },
        { kind: 'seed', text: '42' },
        { kind: 'run', text: 'r1' },
        { kind: 'axis', axis: 'light=noon' },
        { kind: 'status', text: 'failed' },
        { kind: 'state', state: 'live' },
      ],
    );
  });

  test('takes marks, ratings and costs', () => {
    assert.deepEqual(parse('mark:star mark:none rating:>=4 rating:5 cost:>$.1 cost:<=2'), [
      { kind: 'mark', mark: 'star' },
      { kind: 'mark', mark: null },
      { kind: 'rating', range: { operator: '>=', value: 4 } },
      { kind: 'rating', range: { operator: '=', value: 5 } },
      { kind: 'cost', range: { operator: '>', value: 0.1 } },
      { kind: 'cost', range: { operator: '<=', value: 2 } },
    ]);
  });

  test('takes days, months and years of the local calendar', () => {
    assert.deepEqual(parse('date:2026-01-31 date:2026-12 date:2026 after:2026-02-01 before:2026-02-01'), [
      { kind: 'time', start: day(2026, 1, 31), end: day(2026, 2, 1) },
      { kind: 'time', start: day(2026, 12, 1), end: day(2027, 1, 1) },
      { kind: 'time', start: day(2026, 1, 1), end: day(2027, 1, 1) },
      { kind: 'time', start: day(2026, 2, 1), end: Infinity },
      { kind: 'time', start: -Infinity, end: day(2026, 2, 1) },
    ]);
  });

  test('excludes what has a minus before it', () => {
    assert.deepEqual(parse('-fog -mark:reject'), [
      { not: { kind: 'word', text: 'fog' } },
      { not: { kind: 'mark', mark: 'reject' } },
    ]);
  });

  const wrong: readonly (readonly [text: string, code: string, term?: string])[] = [
    ['style:anime', 'unknown-filter'],
    ['-style:anime', 'unknown-filter'],
    ['model:', 'missing-value'],
    ['job:""', 'missing-value'],
    ['mark:love', 'mark'],
    ['mark:constructor', 'mark'],
    ['rating:6', 'rating'],
    ['rating:2.5', 'rating'],
    ['rating:>', 'rating'],
    ['cost:cheap', 'cost'],
    ['cost:1e9', 'cost'],
    ['after:2026-13-01', 'date'],
    ['date:2026-02-30', 'date'],
    ['before:today', 'date'],
    ['status:done', 'status'],
  ];
  for (const [text, code] of wrong) {
    test(`says what is wrong with ${text}, and keeps the other terms`, () => {
      assert.deepEqual(parseSearch(`light ${text} fog`), {
        terms: ['light', 'fog'].map((word) => ({ kind: 'word', text: word, isNot: false })),
        problems: [{ code, term: text }],
      });
    });
  }

  test('reads a filter that was written for a value as that filter, whatever the value contains', () => {
    for (const value of ['plain', 'a "big"\n dog', '=a:b', 'Caf\u00e9 -x', '"']) {
      const [written, ...others] = parse(`before ${writeFilter('axis', `name=${value}`)} after`).slice(1);
      assert.deepEqual(written, { kind: 'axis', axis: normalizeValue(`name=${value}`) });
      assert.equal(others.length, 1);
    }
  });

  test('understands any text', () => {
    for (const text of ['"', '""', '-', '--', ':', 'a:b:c', '"open model:x', '-"a', 'x"y"z', '\u0000', '"\n']) {
      const { terms, problems } = parseSearch(text);
      assert.ok(terms.length + problems.length <= 3, text);
    }
  });
});
