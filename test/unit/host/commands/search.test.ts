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
  assert.match(String(description), /^art · ★4 · seedream-5-0-260128 · .* · \$0\.04$/);
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

const request = JSON.stringify(['run-0', null, 1]);

test('Search Results shows the selected result, or all that it found in one contact sheet', async () => {
  for (const [index, expected] of [
    [0, [['showSheet', null, ''], ['endPeek']]],
    [2, [['showFound', { jobFile: '/w/hero.gen.yaml', taskId: request, query: '' }], ['endPeek']]],
    [1, [['endPeek']]],
  ] as const) {
    const searches: unknown[] = [];
    const { run, previewed } = arrangeCommands({
      engine: {
        searchRuns: async ({ jobFiles }) => {
          searches.push(jobFiles);
          return { records: [{ jobFile: '/w/hero.gen.yaml', record: buildRecord() }], total: 1 };
        },
        readMarks: () => Promise.reject(new Error('unreadable')),
        thumbnails: { read: () => Promise.reject(new Error('unreadable')), keep: assert.fail },
      },
    });
    workspace.found = [Uri.file('/w/hero.gen.runs.jsonl'), Uri.from({ scheme: 'git', path: '/w/a.gen.runs.jsonl' })];
    user.liveIndex = index;
    const { shown } = await run(commands.searchResults);
    assert.deepEqual([shown, searches, previewed], [[], [['/w/hero.gen.yaml']], expected]);
  }
});

test('Search Results closes what it has opened for a short look, also if it fails', async () => {
  const { run, previewed } = arrangeCommands({
    engine: { searchRuns: () => Promise.reject(new Error('The disk is gone')) },
  });
  const { shown } = await run(commands.searchResults);
  assert.match(shown.join(), /The disk is gone/);
  assert.deepEqual(previewed, [['endPeek']]);
});

test('Search Results says how many requests it has found, and offers all of them as one contact sheet', async () => {
  for (const [count, total, lead] of [
    [0, 0, ['-- Nothing found']],
    [1, 1, ['Show All in the Contact Sheet: 1 request', '-- ']],
    [6, 6, ['Show All in the Contact Sheet: 6 requests, the newest first', '-- ']],
    [6, 7, ['Show All in the Contact Sheet: The newest 6 of 7 requests', '-- ']],
  ] as const) {
    const { run } = arrangeCommands({
      engine: {
        searchRuns: async () => ({
          records: Array.from({ length: count }, (_, at) => ({ jobFile: `/w/${at}.gen.yaml`, record: buildRecord() })),
          total,
        }),
        readMarks: async () => new Map([['a'.repeat(64), { ...noMark, rating: 4 }]]),
        thumbnails: { read: async () => null, keep: assert.fail },
      },
    });
    user.liveIndex = 0;
    await run(commands.searchResults);
    const results = Array.from({ length: count }, () => 'hero.png');
    const listed = user.listed.map((label, at) =>
      at === 0 && count > 0 ? `${label}: ${user.listedDescriptions[at]}` : label,
    );
    assert.deepEqual(listed, [...lead, ...results]);
  }
});

test('the first results have the thumbnails that a preview has made as icons, and the others the icon of their kind', async () => {
  const webp = Buffer.from('524946461a000000574542505650384c0d0000002f00000000071011118888fe07', 'hex').subarray(0, 34);
  webp.writeUInt32LE(webp.length - 8, 4);
  const [artifact] = buildRecord().artifacts;
  assert.ok(artifact);
  const { run } = arrangeCommands({
    engine: {
      searchRuns: async () => ({
        records: [
          ...Array.from({ length: 25 }, () => buildRecord()),
          buildRecord({ artifacts: [{ ...artifact, path: 'sea.mp3' }] }),
          buildRecord({ artifacts: [], status: 'failed' }),
        ].map((record) => ({ jobFile: '/w/hero.gen.yaml', record })),
        total: 27,
      }),
      readMarks: async () => new Map(),
      thumbnails: { read: async () => webp, keep: assert.fail },
    },
  });
  await run(commands.searchResults);
  const icons = user.listedIcons.map((icon) => (icon instanceof Uri ? 'thumbnail' : icon?.id));
  assert.deepEqual(icons.slice(2), [...Array.from({ length: 24 }, () => 'thumbnail'), 'file-media', 'music', 'error']);
});
