import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noMark } from '../../../../src/core/artifact/marks.ts';
import { parseSearch } from '../../../../src/core/artifact/search/parseSearch.ts';
import { describeProblem, describeResult } from '../../../../src/host/commands/search/searchWords.ts';
import { toSheetFilter } from '../../../../src/host/commands/search/toSheetFilter.ts';
import { englishL10n } from '../../../support/englishL10n.ts';
import { buildArtifact, buildRecord } from '../../storage/search/records.ts';

test('an entry names the file, what is known of it, and the start of its prompt', () => {
  const record = buildRecord(1, {
    request: { prompt: ` A lighthouse\n${'and more '.repeat(100)}` },
    artifacts: [
      { ...buildArtifact('a1'), path: 'out/hero.png' },
      { ...buildArtifact('b2'), path: 'out/hero-2.png' },
    ],
  });
  const mark = { ...noMark, mark: 'star', rating: 4 } as const;
  const { label, description, detail } = describeResult(record, { mark, jobFile: 'art/hero', locale: 'en' });
  assert.equal(label, 'hero.png +1');
  assert.match(description, /^★4 · seedream-5-0-260128 · .* · \$0\.04 · art\/hero$/);
  assert.match(detail, /^A lighthouse and more .{170,200}…$/);
});

test('each problem is explained', () => {
  const { problems } = parseSearch('style:x model: mark:x rating:x cost:x date:x status:x');
  const texts = problems.map((problem) => describeProblem(problem, englishL10n));
  assert.deepEqual([problems.length, new Set(texts).size], [7, 7]);
  for (const [at, { term }] of problems.entries()) assert.ok(texts[at]?.includes(`"${term}"`), texts[at]);
});

test('the contact sheet gets what it can filter of a search', () => {
  const filterOf = (text: string) => toSheetFilter(parseSearch(text).terms);
  assert.deepEqual(filterOf('light fog model:x -dark'), { words: 'light fog' });
  assert.deepEqual(filterOf('mark:none rating:>=3 cost:>0.1 cost:<2'), {
    words: '',
    mark: 'unmarked',
    minRating: 3,
    minUsd: 0.1,
    maxUsd: 2,
  });
  assert.deepEqual(filterOf('-mark:reject cost:1 rating:<3'), { words: '', mark: 'unrejected', minUsd: 1, maxUsd: 1 });
  const { from, to } = filterOf('date:2026-01-02');
  assert.deepEqual([from, to], [new Date(2026, 0, 2).getTime(), new Date(2026, 0, 3).getTime() - 1]);
});
