import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noMark } from '../../../../src/core/artifact/marks.ts';
import { parseSearch } from '../../../../src/core/artifact/search/parseSearch.ts';
import { commands } from '../../../../src/host/ids.ts';
import { arrangeCommands } from '../fakes/arrangeCommands.ts';
import { buildRecord } from '../fakes/builders.ts';
import { Uri, user, workspace } from '../fakes/fakeVscode.ts';

const { describeSearchProblem, describeResult } =
  await import('../../../../src/host/commands/search/searchHandlers.ts');

test('an entry names the file, what is known of it, and the start of its prompt', () => {
  const [artifact] = buildRecord().artifacts;
  assert.ok(artifact);
  const request = { prompt: ` A lighthouse\n${'and more '.repeat(100)}` };
  const record = buildRecord({ request, artifacts: [artifact, { ...artifact, path: 'hero-2.png' }] });
  const mark = { ...noMark, mark: 'star', rating: 4 } as const;
  const { label, description, detail } = describeResult(record, mark, '/w/art/hero.gen.yaml');
  assert.equal(label, 'hero.png +1');
  assert.match(String(description), /^★4 · seedream-5-0-260128 · .* · \$0\.04 · art\/hero$/);
  assert.match(String(detail), /^A lighthouse and more .{170,200}…$/);

  for (const [request, expected] of [
    [{ prompt: ' ', text: 'Hello' }, 'Hello'],
    [{ prompt: 7, input: 'Hi' }, 'Hi'],
    [{}, ''],
  ] as const) {
    const one = describeResult(buildRecord({ request }), noMark, '/w/hero.gen.yaml');
    assert.deepEqual([one.label, one.detail], ['hero.png', expected]);
  }
});

test('each problem is explained', () => {
  const { problems } = parseSearch('style:x model: mark:x rating:x cost:x date:x status:x');
  const texts = problems.map((problem) => describeSearchProblem(problem));
  assert.deepEqual([problems.length, new Set(texts).size], [7, 7]);
  for (const [at, { term }] of problems.entries()) assert.ok(texts[at]?.includes(`"${term}"`), texts[at]);
});

test('Search Results opens the selected result, or all of its file in the contact sheet', async () => {
  for (const [index, expected] of [
    [1, [['show', '/w/hero.gen.yaml', 'gateway-1']]],
    [2, [['showSheet', '/w/hero.gen.yaml', 'status:any']]],
    [0, []],
  ] as const) {
    const searches: unknown[] = [];
    const { run, previewed } = arrangeCommands({
      engine: {
        searchRuns: async ({ jobFiles }) => {
          searches.push(jobFiles);
          return { records: [{ jobFile: '/w/hero.gen.yaml', record: buildRecord() }], total: 1 };
        },
        readMarks: () => Promise.reject(new Error('unreadable')),
      },
    });
    workspace.found = [Uri.file('/w/hero.gen.runs.jsonl'), Uri.from({ scheme: 'git', path: '/w/a.gen.runs.jsonl' })];
    user.liveIndex = index;
    const { shown } = await run(commands.searchResults);
    assert.deepEqual([shown, searches, previewed], [[], [['/w/hero.gen.yaml']], expected]);
  }
});

test('Search Results says how many results there are, and offers the contact sheets of the newest', async () => {
  const jobFiles = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `/w/${name}.gen.yaml`);
  const sheets = ['a', 'b', 'c', 'd', 'e'].map((name) => `Show results of ${name} in the contact sheet`);
  for (const [count, total, summary] of [
    [0, 0, 'Nothing found'],
    [1, 1, '1 result'],
    [6, 6, '6 results, the newest first'],
    [6, 7, 'The newest 6 of 7 results'],
  ] as const) {
    const { run } = arrangeCommands({
      engine: {
        searchRuns: async () => ({
          records: jobFiles.slice(0, count).map((jobFile) => ({ jobFile, record: buildRecord() })),
          total,
        }),
        readMarks: async () => new Map([['a'.repeat(64), { ...noMark, rating: 4 }]]),
      },
    });
    user.liveIndex = 0;
    await run(commands.searchResults);
    const results = Array.from({ length: count }, () => 'hero.png');
    assert.deepEqual(user.listed, [`-- ${summary}`, ...results, ...sheets.slice(0, count)]);
  }
});
