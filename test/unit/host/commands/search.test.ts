import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noMark } from '../../../../src/core/artifact/marks.ts';
import { parseSearch } from '../../../../src/core/artifact/search/parseSearch.ts';
import { buildArtifact, buildRecord } from '../../../fakes/tasks/runsRecords.ts';

await import('../fakes/fakeVscode.ts');
const { describeSearchProblem, describeResult } =
  await import('../../../../src/host/commands/search/describeResult.ts');

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

test('an entry has the first text that is not empty, and only the name of a single file', () => {
  for (const [request, expected] of [
    [{ prompt: ' ', text: 'Hello' }, 'Hello'],
    [{ prompt: 7, input: 'Hi' }, 'Hi'],
    [{}, ''],
  ] as const) {
    const record = buildRecord(1, { request, artifacts: [{ ...buildArtifact('a1'), path: 'hero.png' }] });
    const { label, detail } = describeResult(record, { mark: noMark, jobFile: 'hero', locale: 'en' });
    assert.deepEqual([label, detail], ['hero.png', expected]);
  }
});

test('each problem is explained', () => {
  const { problems } = parseSearch('style:x model: mark:x rating:x cost:x date:x status:x');
  const texts = problems.map((problem) => describeSearchProblem(problem));
  assert.deepEqual([problems.length, new Set(texts).size], [7, 7]);
  for (const [at, { term }] of problems.entries()) assert.ok(texts[at]?.includes(`"${term}"`), texts[at]);
});
