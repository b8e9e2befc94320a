import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  buildSheetResult,
  buildSheetStart,
  sheetBeginning,
  type SheetResult,
} from '../../../../../src/host/commands/export/buildSheet.ts';

const words = { starred: 'Starred', rejected: 'Rejected', cost: 'Cost', rating: (rating: number) => `${rating} of 5` };
const result: SheetResult = {
  name: 'hero.png',
  image: 'data:image/png;base64,AAAA',
  isWaveform: false,
  excerpt: null,
  kind: 'Image',
  mark: 'star',
  rating: 4,
  note: 'Soft light',
  prompt: 'A lighthouse\nat dawn',
  cost: '$0.04',
  fields: [{ name: 'Seed', value: '42' }],
};

const hostile = `"'><script>alert(1)</script><img src=x onerror=alert(1)>\u202e\0&lt;https://example.com/x?y=1`;
const shown =
  '&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&amp;lt;https:&#8288;//example.com/x?y=1';

test('a page begins with the text by which it is recognized, and lets nothing load from outside', () => {
  const html = buildSheetStart({ title: 'hero', facts: ['1 result'], locale: 'en', words });
  assert.ok(html.startsWith(`${sheetBeginning}<html lang="en">`));
  assert.match(html, /http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; img-src data:; /);
  assert.doesNotMatch(html, /https?:|<script|<link|@import|url\(/);
});

test('a result has its picture, marks, whole prompt and fields', () => {
  const html = buildSheetResult(result, words);
  const parts = [
    'src="data:image/png;base64,AAAA"',
    '★ Starred',
    '●●●●○ 4 of 5',
    'Soft light',
    'A lighthouse\nat dawn',
  ];
  for (const part of [...parts, '<dt>Cost</dt><dd>$0.04</dd>', '<dt>Seed</dt><dd>42</dd>']) {
    assert.ok(html.includes(part), part);
  }
});

test('text of others stays text wherever it is', () => {
  const texts: readonly Partial<SheetResult>[] = [
    { name: hostile },
    { note: hostile },
    { prompt: hostile },
    { cost: hostile },
    { kind: hostile },
    { kind: hostile, image: null },
    { excerpt: hostile },
    { image: hostile },
    { fields: [{ name: hostile, value: hostile }] },
  ];
  const pages = texts.map((each) => buildSheetResult({ ...result, ...each }, words));
  pages.push(buildSheetStart({ title: hostile, facts: [hostile], locale: hostile, words }));
  for (const html of pages) {
    assert.ok(html.includes(shown), html);
    assert.doesNotMatch(html.replaceAll(shown, ''), /<script|onerror|example\.com|\u202e|\0/, html);
  }
});
