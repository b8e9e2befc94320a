import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createLanguageService } from '../../../../../src/core/language/index.ts';
import { arrangeFiles } from './completeAt.ts';

const service = createLanguageService({
  ...arrangeFiles({ 'a.png': '', 'b: c/d.png': '', 'brief.md': '', 'brand.vars.yaml': 'a: [1, {b: 2}]' }),
  env: { names: ['HOME'], read: () => ({ state: 'set', value: 'x' }) },
  typicalCost: () => ({ amountUsd: 1, samples: 1 }),
});

/**
 * Asks for completions while a text is typed from its first character to its last. Returns what no list may contain.
 */
function typeAlong(text: string): readonly string[] {
  const document = service.open('hero.gen.yaml', '');
  const flaws: string[] = [];
  for (let offset = 0; offset <= text.length; offset += 1) {
    if (offset > 0) document.edit({ offset: offset - 1, remove: 0, insert: text[offset - 1] ?? '' });
    const completions = document.complete(offset);
    const isOutside = completions.some(
      ({ start, end }) => start > offset || end < offset || /\n/.test(text.slice(start, offset)),
    );
    const labels = completions.map(({ label, kind }) => `${kind} ${label}`);
    if (isOutside || new Set(labels).size < labels.length)
      flaws.push(JSON.stringify(text.slice(Math.max(0, offset - 30), offset)));
  }
  return flaws;
}

const samples = join(import.meta.dirname, '../../../../../samples');
const names = (await readdir(samples)).filter((name) => name.endsWith('.gen.yaml')).sort();
const texts = [
  ...(await Promise.all(names.map((name) => readFile(join(samples, name), 'utf8')))),
  'vars: file://./brand.vars.yaml\nmodel: seedream-5-0-260128\nimages: [a.png, "b: c/d.png"]\nprompt: ${{ vars.a[1].b | pad(3) }} ${{ env.HOME }}\n',
  'jobs:\r\n  "a b": {model: sonic, tags: \'x, y\', prompt: "${{ jobs[\'c\'].text | truncate(9) }}"}\r\n  c: {needs: [a b]}\r\n',
  'matrix:\n  size: [2K]\n  include:\n    - size: 3K\n      model: sonic\n  exclude: [{size: 2K}]\noutput:\n  name: ${{ now | date("YYYY") }}\n',
];

for (const text of texts) {
  test(`a list can open after every character of ${JSON.stringify(text.slice(0, 40))}`, () => {
    assert.deepEqual(typeAlong(text), []);
  });
}
