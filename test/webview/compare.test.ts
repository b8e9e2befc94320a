import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { makePng } from '../support/previewHarness/media.ts';
import { makeArtifactItem } from '../support/previewHarness/messages.ts';
import { openPage, showDetails, uriOf, type TestPage } from './openPage.ts';

const files = new Map([
  ['a.png', makePng(1600, 800, 1)],
  ['b.png', makePng(800, 400, 2)],
]);

async function openPair(t: TestContext): Promise<TestPage> {
  const items = await Promise.all(
    ['a', 'b', 'c'].map(async (id, at) =>
      makeArtifactItem(id, 9 - at, id === 'c' ? { media: 'markdown' } : { uri: await uriOf(`${id}.png`) }),
    ),
  );
  const page = await openPage(t, { files, width: 900, height: 600, items });
  await page.tell({ type: 'compare', ids: ['a', 'b'] });
  await page.page.locator('.compare .image.loaded').nth(1).waitFor();
  return page;
}

const levels = ({ page }: TestPage) => page.locator('.compare .zoom-level').allTextContents();

describe('Results beside each other', () => {
  test('have their file names, and list only what differs', async (t) => {
    const page = await openPair(t);
    await showDetails(page, 'a', { prompt: 'A cat', seed: '7', model: 'm' });
    await showDetails(page, 'b', { prompt: 'A dog', seed: '7', model: 'm' });

    const panes = page.page.locator('.compare-pane');
    assert.deepEqual(await panes.locator('h2').allTextContents(), ['a.png', 'b.png']);
    assert.deepEqual(await panes.locator('dl').allTextContents(), ['PromptA cat', 'PromptA dog']);
  });

  test('show the same part when one of them is zoomed', async (t) => {
    const page = await openPair(t);
    const before = await levels(page);
    await page.page.keyboard.press('a');
    // Both fit the same room, so the one with half as many pixels has twice the scale.
    assert.deepEqual([before.length, await levels(page)], [2, ['100%', '200%']]);
    await page.page.keyboard.press('f');
    assert.deepEqual(await levels(page), before);
  });

  test('are marked one by one, and left with Escape', async (t) => {
    const page = await openPair(t);
    page.take();
    await page.page.keyboard.press('ArrowRight');
    await page.page.keyboard.press('s');
    await page.page.keyboard.press('Escape');
    await page.page.locator('.sheet').waitFor();
    const marks = page.take().filter((message) => (message as { readonly type: string }).type === 'mark');
    assert.deepEqual(marks, [{ type: 'mark', ids: ['b'], change: { mark: 'star' } }]);
  });

  test('are selected in the contact sheet', async (t) => {
    const page = await openPair(t);
    await page.page.keyboard.press('Escape');
    for (const key of ['Home', 'Shift+ArrowRight', 'c']) await page.page.keyboard.press(key);
    await page.page.locator('.compare-pane').nth(1).waitFor();
    assert.deepEqual(await page.page.locator('.compare-pane h2').allTextContents(), ['a.png', 'b.png']);
  });

  test('are divided by a line that keys move', async (t) => {
    const page = await openPair(t);
    await page.page.keyboard.press('d');
    const line = page.page.getByRole('slider', { name: 'Line between a.png on the left and b.png on the right' });
    assert.equal(await line.inputValue(), '50');
    await page.page.keyboard.press('ArrowRight');
    assert.equal(await line.inputValue(), '51');
  });

  test('are not shown if they are no files, or not two to four', async (t) => {
    const page = await openPair(t);
    await page.tell({ type: 'items', part: 'change', changed: [], removed: ['b'], now: 0 });
    await page.page.locator('.sheet').waitFor();
    await page.tell({ type: 'compare', ids: ['a', 'gone'] });
    assert.equal(await page.page.locator('.compare').isVisible(), false);
  });
});
