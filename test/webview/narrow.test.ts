import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePng } from '../support/previewHarness/media.ts';
import { makeArtifactItem, makeTaskItem } from '../support/previewHarness/messages.ts';
import { openPage, uriOf } from './openPage.ts';
import { lights, matrix, openSheet } from './openSheet.ts';

const name = 'keeper-sailor-noon-ink.png';
const files = new Map([['tall.png', makePng(200, 300, 1)]]);

test('A narrow toolbar has room for the name, and its other actions in a menu', async (t) => {
  const items = [makeArtifactItem('a', 1, { name, isSandbox: true, uri: await uriOf('tall.png') })];
  for (const [width, hasButtons] of [
    [460, false],
    [900, true],
  ] as const) {
    const page = await openPage(t, { files, items, width });
    const toolbar = page.page.locator('.stage-view .toolbar');
    const isWhole = await toolbar.locator('.name').evaluate((each) => each.scrollWidth <= each.clientWidth + 1);
    const labels = await toolbar
      .locator('button')
      .evaluateAll((all) => all.map((each) => [each.getAttribute('title'), each.ariaLabel]));
    assert.equal(
      labels.every(([title, label]) => title !== '' && title === label),
      true,
    );
    const reveal = toolbar.getByRole('button', { name: 'Reveal in Explorer' });
    const more = toolbar.getByRole('button', { name: 'More Actions...' });
    assert.deepEqual(
      [isWhole, await reveal.count(), await more.count()],
      [true, hasButtons ? 1 : 0, hasButtons ? 0 : 1],
    );
    if (hasButtons) continue;
    await page.take();
    await more.press('Enter');
    const entries = await page.page.getByRole('menuitem').allTextContents();
    assert.deepEqual(entries, ['Open File', 'Reveal in Explorer', 'Copy Path', 'Recall Job', 'Open Job File']);
    await page.page.keyboard.press('ArrowDown');
    await page.page.keyboard.press('Enter');
    assert.deepEqual(await page.take(), [{ type: 'act', id: 'a', action: 'reveal' }]);
    assert.deepEqual(
      [await page.page.getByRole('menu').count(), await more.evaluate((each) => each === document.activeElement)],
      [0, true],
    );
  }
});

for (const height of [250, 350, 700]) {
  test(`The zoom buttons cover no part of an image at a height of ${height} pixels, also in a comparison`, async (t) => {
    const uri = await uriOf('tall.png');
    const items = ['a', 'b', 'c'].map((id) => makeArtifactItem(id, 1, { uri }));
    const page = await openPage(t, { files, items, width: 460, height });
    const readOverlaps = async (selector: string) =>
      page.page.locator(selector).evaluateAll((views) =>
        views.map((view) => {
          const [image, bar] = ['.image', '.zoom-bar'].map((each) => view.querySelector(each)?.getBoundingClientRect());
          return (image?.bottom ?? 0) > (bar?.top ?? 0);
        }),
      );
    await page.page.locator('.stage-view .image.loaded').waitFor();
    assert.deepEqual(await readOverlaps('.stage-view .image-view'), [false]);
    await page.tell({ type: 'compare', ids: ['a', 'b', 'c'] });
    await page.page.locator('.compare .image.loaded').nth(2).waitFor();
    assert.deepEqual(await readOverlaps('.compare .image-view'), [false, false, false]);
  });
}

test('The columns of a narrow grid fit, and if they cannot, its edge says that others follow', async (t) => {
  for (const [count, fits] of [
    [3, true],
    [9, false],
  ] as const) {
    const values = Array.from({ length: count }, (_, at) => lights[at] ?? `light ${at}`);
    const items = values.map((light, at) => ({
      ...(matrix[0] ?? assert.fail()),
      id: light,
      axes: [
        ['style', at % 2 ? 'ink' : 'oil'],
        ['light', light],
      ] as [string, string][],
    }));
    const { page } = await openSheet(t, items, { width: 270 });
    const grid = page.locator('.grid');
    const isWhole = await grid.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
    const edge = await page
      .locator('.grid-track')
      .evaluate((track) => getComputedStyle(track, '::after').getPropertyValue('position'));
    assert.deepEqual([isWhole, edge], [fits, fits ? 'static' : 'sticky']);
  }
});

test('A file that has no picture yet is named in the filmstrip by the values of its axes', async (t) => {
  const axes: [string, string][] = [
    ['who', 'sailor'],
    ['light', 'noon'],
  ];
  const items = [makeArtifactItem('a', 2, { name, axes }), makeArtifactItem('b', 1), makeTaskItem('c', 3)];
  const { page } = await openPage(t, { items });
  assert.deepEqual(await page.locator('.thumbnail-text').allTextContents(), ['Running', 'sailor · noon', 'b.png']);
});
