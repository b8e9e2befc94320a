import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { noMark, type Mark } from '../../../../../src/core/artifact/marks.ts';
import { parseRunsRecord } from '../../../../../src/core/artifact/runsRecord.ts';
import { parseSearch } from '../../../../../src/core/artifact/search/parseSearch.ts';
import { mapRecordFacts, matchesTerms } from '../../../../../src/core/artifact/search/searchFacts.ts';
import { stringifyJson, type JsonValue } from '../../../../../src/core/support/json/json.ts';
import { buildArtifact, buildRecord } from '../../../../fakes/tasks/runsRecords.ts';

const starred = buildArtifact('a1');
const plain = buildArtifact('b2');
const marks = new Map<string, Mark>([[starred.sha256, { ...noMark, mark: 'star', rating: 4 }]]);
const record = {
  ...buildRecord(1, {
    job: 'Big Door',
    run: 'run-1',
    axes: { light: 'Dusk', size: 2 },
    title: 'Über dem Nebel',
    lyrics: 'La la',
    text: 'A reply',
    artifacts: [starred, plain],
    error: { code: 'x', message: 'unheard' },
  }),
  request: {
    model: 'seedream-5-0-260128',
    prompt: 'A Lighthouse,\nat dawn \u{1f680}',
    seed: 12345678901234567890n,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'nested words' }] }],
  },
};
const line = stringifyJson(record as unknown as JsonValue);

const isFound = (text: string, written = line): boolean => {
  const found = parseRunsRecord(written);
  const { terms, problems } = parseSearch(text);
  assert.deepEqual(problems, []);
  assert.ok(found);
  return matchesTerms(mapRecordFacts(found, marks), terms);
};

describe('a record is found', () => {
  const queries = [
    '',
    'lighthouse DAWN',
    'light',
    'über',
    'U\u0308BER nebel',
    'la reply nested',
    'model:SEEDREAM',
    'job:door',
    'job:"big d"',
    'seed:12345678901234567890',
    'status:saved',
    'status:any',
    'job:"=big door"',
    'run:run-1',
    'axis:dusk axis:SIZE=2',
    'mark:star',
    'mark:none',
    'rating:4',
    'rating:>=1 rating:<5',
    'cost:0.04',
    'cost:>0.01 cost:<0.05',
    'cost:>=0.04 cost:<=0.04 cost:=0.04',
    'date:2026-01',
    '-fog -model:gpt -mark:reject',
  ];
  for (const query of queries) test(`by "${query}"`, () => assert.equal(isFound(query), true));

  const others = [
    'fog',
    'lighthouse fog',
    'n dawn zebra',
    'unheard',
    'saved',
    'seedream',
    'model:gpt',
    'job:window',
    'seed:1234567890123456789',
    'seed:12345678901234567000',
    'status:failed',
    'status:problem',
    'status:missing',
    'job:=door',
    'run:run',
    'axis:size=dusk',
    'mark:reject',
    'rating:5',
    'cost:>0.04',
    'cost:<0.04',
    'cost:>=0.041',
    'cost:<=0.039',
    'date:2026-01-03',
    'before:2026',
    'after:2027',
    '-dawn',
    '-mark:star',
  ];
  for (const query of others) test(`not by "${query}"`, () => assert.equal(isFound(query), false));

  test('not by a cost if that is unknown', () => {
    assert.equal(isFound('cost:<1', JSON.stringify(buildRecord(1, { amount_usd: null }))), false);
  });

  test('by the day on which it was made, from midnight to midnight', () => {
    const midnight = { ...buildRecord(1), at: new Date(2026, 0, 2).toISOString() };
    const days = ['date:2026-01-01', 'date:2026-01-02', 'before:2026-01-02', 'after:2026-01-01'];
    assert.deepEqual(
      days.map((query) => isFound(query, JSON.stringify(midnight))),
      [false, true, false, true],
    );
  });

  test('by words of messages that are nested up to eight deep', () => {
    const nest = (depth: number): JsonValue => (depth === 0 ? 'nested' : [nest(depth - 1)]);
    const found = [7, 8].map((depth) =>
      isFound('nested', JSON.stringify({ ...buildRecord(1), request: { a: nest(depth) } })),
    );
    assert.deepEqual(found, [true, false]);
  });

  test('also if another program has escaped its letters', () => {
    assert.equal(isFound('über', line.replace('Über', String.raw`\u00dcber`)), true);
  });
});
