import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTextImages } from '../../../../src/host/preview/textImages.ts';

const namesIn = (text: string): readonly string[] => findTextImages(text, 'out/hero.md').map(({ name }) => name);

test('images next to the text are found by their path from the job file, each once', () => {
  const text = '![a](hero.png) and ![b](<more pictures/two.webp> "title") ![a](hero.png) ![c](../up.jpg)';
  assert.deepEqual(findTextImages(text, 'out/hero.md'), [
    { name: 'hero.png', path: 'out/hero.png' },
    { name: 'more pictures/two.webp', path: 'out/more pictures/two.webp' },
    { name: '../up.jpg', path: 'up.jpg' },
  ]);
});

test('percent escapes are decoded, and invalid ones stay', () => {
  assert.deepEqual(namesIn('![a](see%20stern.png) ![b](100%.png)'), ['see stern.png', '100%.png']);
});

test('URLs, absolute paths and files that are not images are unchanged', () => {
  const names = [
    'https://a.test/b.png',
    'data:image/png;base64,AA.png',
    'file:///a.png',
    '/a.png',
    '\\\\a\\b.png',
    'a.txt',
  ];
  assert.deepEqual(namesIn(names.map((name) => `![x](${name})`).join(' ')), []);
});

test('a text in nested brackets is not a description of an image, as in Markdown', () => {
  assert.deepEqual(namesIn('![a [b](link.png) ![c](<a<b.png>) ![d\ne](image.png)'), ['image.png']);
});

test('of a text made of images only the first hundred are read', () => {
  const text = Array.from({ length: 20_000 }, (_, index) => `![x](${index}.png)`).join('');
  assert.equal(namesIn(text + '!['.repeat(50_000)).length, 100);
});
