import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imageToken } from '../../../../../src/core/task/gatewayPort.ts';
import { linkImages } from '../../../../../src/core/task/save/linkImages.ts';

const text = `![a](${imageToken(1)}) and ![b](${imageToken(2)})`;

const rows: readonly (readonly [images: readonly string[], dir: string, expected: string])[] = [
  [['hero.png', 'hero-2.png'], '', '![a](hero.png) and ![b](hero-2.png)'],
  [['out/hero.png', 'out/hero-2.png'], 'out', '![a](hero.png) and ![b](hero-2.png)'],
  [['out/a/hero.png', 'x/hero.png'], 'out/b', '![a](../a/hero.png) and ![b](../../x/hero.png)'],
  [['out/hero.png', '../hero.png'], '', '![a](out/hero.png) and ![b](../hero.png)'],
  [['a (b) #1.png', 'ü.png'], '', '![a](a%20%28b%29%20%231.png) and ![b](%C3%BC.png)'],
  [['$&.png'], '', `![a]($&.png) and ![b](${imageToken(2)})`],
];

for (const [images, dir, expected] of rows) {
  test(`in ${dir === '' ? 'the folder of the job file' : dir}, a text links to ${images.join(', ')}`, () => {
    assert.equal(linkImages(text, images, { dir }), expected);
  });
}

test('a folder that depends on the result is the folder of the image', () => {
  const templates = { dir: [{ path: ['result', 'title'], filters: [] }] };

  assert.equal(linkImages(text, ['x/1.png', 'x/2.png'], { dir: '', templates }), '![a](1.png) and ![b](2.png)');
});
