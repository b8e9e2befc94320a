import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noMark, type Mark } from '../../../../src/core/artifact/marks.ts';
import type { RunsRecord } from '../../../../src/core/artifact/runsRecord.ts';
import {
  buildSheetResult,
  buildSheetStart,
  sheetBeginning,
  type SheetPicture,
} from '../../../../src/node/sheet/buildSheet.ts';
import { fillTemplate } from '../../../../src/core/support/text/fillTemplate.ts';
import { buildRecord } from '../../host/fakes/builders.ts';

const words = { language: 'en', translate: fillTemplate };

const image: SheetPicture = { image: 'data:image/png;base64,AAAA', isWaveform: false, excerpt: null };

/** Records a result at this path. */
function made(path: string, over: Partial<RunsRecord> = {}) {
  const record = buildRecord(over);
  const [artifact] = record.artifacts;
  assert.ok(artifact);
  return { record, artifact: { ...artifact, path } };
}

const build = (result: ReturnType<typeof made>, mark: Partial<Mark> = {}, picture: SheetPicture = image): string =>
  buildSheetResult(result, { mark: { ...noMark, ...mark }, picture, words });

/** Returns the names and values of a result. */
const rowsOf = (html: string): readonly (readonly string[])[] =>
  [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)].map(([, name = '', value = '']) => [name, value]);

const factsOf = (results: readonly ReturnType<typeof made>[]): readonly (string | undefined)[] =>
  [...buildSheetStart('hero', results, words).matchAll(/<span>(.*?)<\/span>/g)].map(([, fact]) => fact);

test('a page begins with the text by which it is recognized, and lets nothing load from outside', () => {
  const html = buildSheetStart('hero', [made('a.png')], words);
  assert.ok(html.startsWith(`${sheetBeginning}<html lang="en">`));
  assert.match(html, /http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; img-src data:; /);
  assert.doesNotMatch(html, /https?:|<script|<link|@import|url\(/);
});

test('the head has number, cost, models and days', () => {
  const first = made('a.png', { at: '2026-01-02T12:00:00.000Z' });
  const results = [
    first,
    { ...first, artifact: { ...first.artifact, path: 'b.png' } },
    made('c.png', { at: '2026-01-03T12:00:00.000Z', model: 'gpt-image-2', amount_usd: null }),
    made('d.png', { at: '2026-01-05T12:00:00.000Z' }),
  ];
  assert.deepEqual(factsOf(results), [
    '4 results',
    'Cost: $0.08',
    'seedream-5-0-260128, gpt-image-2',
    'Jan 2, 2026 – Jan 5, 2026',
  ]);
});

test('the amounts of the sandbox are not costs', () => {
  const [played, paid] = [made('a.png', { profile: 'sandbox' }), made('b.png')];
  assert.match(String(factsOf([played])[1]), /^Made by simple rules of the built-in sandbox/);
  assert.equal(factsOf([played, paid])[1], 'Cost: $0.04');
  assert.deepEqual(
    [played, paid].map((each) => rowsOf(build(each))[0]?.[1]),
    ['Sandbox', '$0.04'],
  );
});

test('a result has its picture, marks, whole prompt and fields, and names no other place', () => {
  const prompt = `${'A long prompt.\n'.repeat(500)}the end`;
  const result = made('out/door.png', {
    job: 'door',
    axes: { time: 'dawn' },
    amount_usd: null,
    request: {
      model: 'm',
      prompt,
      seed: 12345678901234567890n,
      image: ['x'],
      mask: `sha256:${'a'.repeat(64)}`,
      reference: 'https://example.com/a/b/face.png',
      style: null,
    },
  });
  const html = build(result, { mark: 'star', rating: 4, note: 'Soft light' });
  for (const part of ['src="data:image/png;base64,AAAA"', '★ Starred', '●●●●○ Rating 4 of 5', 'Soft light', prompt]) {
    assert.ok(html.includes(part), part);
  }
  assert.match(html, /<h2>door\.png<\/h2>/);
  assert.deepEqual(
    rowsOf(html).filter(([name]) => name !== 'Date'),
    [
      ['Cost', '–'],
      ['Model', 'seedream-5-0-260128'],
      ['Job', 'door'],
      ['time', 'dawn'],
      ['seed', '12345678901234567890'],
      ['image', '[&quot;x&quot;]'],
      ['mask', 'sha256:aaaaaaaaaaaa…'],
      ['reference', 'face.png'],
      ['Dimensions', '1 × 1'],
      ['File size', '10 bytes'],
    ],
  );
});

test('text of others stays text wherever it is', () => {
  const hostile = `"'><script>alert(1)<img src=x onerror=alert(1)>\u202e\0&lt;`;
  const shown = '&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;img src=x onerror=alert(1)&gt;&amp;lt;';
  const pages = [
    build(made(`out/${hostile}`)),
    build(made('a.png'), { note: hostile }),
    build(made('a.png', { request: { prompt: hostile } })),
    build(made('a.png', { model: hostile })),
    build(made('a.png', { job: hostile })),
    build(made('a.png', { title: hostile })),
    build(made('a.png', { lyrics: hostile })),
    build(made('a.png', { axes: { [hostile]: hostile } })),
    build(made('a.png', { request: { [hostile]: hostile } })),
    build(made('a.png'), {}, { ...image, image: hostile }),
    build(made('a.txt'), {}, { ...image, excerpt: hostile }),
    buildSheetStart(hostile, [made('a.png')], words),
    buildSheetStart('hero', [made('a.png', { model: hostile })], words),
  ];
  for (const html of pages) {
    assert.ok(html.includes(shown), html);
    assert.doesNotMatch(html.replaceAll(shown, ''), /<script|onerror|\u202e|\0/, html);
  }
  assert.ok(build(made('a.png'), { note: 'https://example.com/x' }).includes('https:&#8288;//example.com/x'));
});
