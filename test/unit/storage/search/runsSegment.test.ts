import assert from 'node:assert/strict';
import { test } from 'node:test';

import { noMark, type Mark } from '../../../../src/core/artifact/marks.ts';
import type { RunsRecord } from '../../../../src/core/artifact/runsRecord.ts';
import { parseSearch } from '../../../../src/core/artifact/search/parseSearch.ts';
import { matchesSearch, parseSearchFacts } from '../../../../src/core/artifact/search/searchFacts.ts';
import { findNeedle, parseRecords, scanLines } from '../../../../src/storage/search/scanLines.ts';
import { buildSegment, searchSegment } from '../../../../src/storage/search/runsSegment.ts';
import * as fc from '../../../support/fastCheck.ts';
import { buildArtifact, buildRecord } from './records.ts';

const words = [
  'Light',
  'lighthouse',
  'house',
  'tree',
  'e',
  'Éclair',
  '灯塔',
  '2K',
  'm',
  't',
  'a "quote"',
  'two\nlines',
  '',
];
const hashes = ['a1', 'b2', 'c3'];
const marks = new Map<string, Mark>([
  [buildArtifact('a1').sha256, { ...noMark, mark: 'star', rating: 5 }],
  [buildArtifact('b2').sha256, { ...noMark, mark: 'reject' }],
]);

const word = fc.constantFrom(...words);
const record = fc
  .record({
    number: fc.nat(3),
    words: fc.array(word, { maxLength: 4 }),
    model: fc.constantFrom('seedream', 'gpt-image-2', null),
    job: fc.constantFrom('door', 'm', 'big tree', null),
    seed: fc.constantFrom(1, 42, null),
    amount: fc.constantFrom(0, 0.04, 1, null),
    status: fc.constantFrom('saved', 'failed'),
    artifacts: fc.subarray(hashes),
  })
  .map(({ number, seed, amount, ...each }) =>
    buildRecord(number, {
      model: each.model,
      job: each.job,
      status: each.status as RunsRecord['status'],
      amount_usd: amount,
      request: { prompt: each.words.join(' '), seed },
      artifacts: each.artifacts.map(buildArtifact),
    }),
  );
const filters =
  'model:seed model:m job:m job:tree seed:42 seed:4 status:saved mark:star mark:none rating:>=4 rating:0 cost:>0.01 ' +
  'cost:0 date:2026 before:2026 -light -mark:reject -seed:1';
const term = fc.constantFrom(...words.filter(Boolean), ...filters.split(' '));

test('the index and a scan find the same records as a comparison of each record', () => {
  fc.assert(
    fc.property(fc.array(record, { maxLength: 8 }), fc.array(term, { maxLength: 3 }), (records, query) => {
      const lines = records.flatMap((each) => [JSON.stringify(each), 'no record', '']);
      const { terms } = parseSearch(query.join(' '));
      const expected = lines.flatMap((line) => {
        const facts = parseSearchFacts(line);
        return facts && matchesSearch(facts, terms, marks) ? [line] : [];
      });
      const bytes = Buffer.from(lines.join('\n'));
      const cut = ({ lineStarts, lineEnds }: { lineStarts: Float64Array; lineEnds: Float64Array }, row: number) =>
        bytes.toString('utf8', lineStarts[row], lineEnds[row]);

      const segment = buildSegment(parseRecords(bytes, 0));
      assert.deepEqual(
        searchSegment(segment, terms, marks).map((row) => cut(segment, row)),
        expected,
      );

      const needle = findNeedle(terms);
      if (needle === null) return;
      const found = scanLines(bytes, 0, { needle, terms, marks });
      assert.deepEqual(
        [...found.times.keys()].map((row) => cut(found, row)),
        expected,
      );
    }),
  );
});

test('a segment is made of arrays, which need no copy', () => {
  const segment = buildSegment(parseRecords(Buffer.from(JSON.stringify(buildRecord(1))), 0));
  const kinds = Object.values(segment).map((each: unknown) => (ArrayBuffer.isView(each) ? 'array' : typeof each));
  assert.deepEqual([...new Set(kinds)].toSorted(), ['array', 'string']);
});
