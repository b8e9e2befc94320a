import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defaultSettings } from '../../src/protocol/sheet.ts';
import { makePng } from '../support/previewHarness/media.ts';
import { initMessage, makeArtifactItem, makeItems } from '../support/previewHarness/messages.ts';
import { openPage, readToolbar, uriOf, type TestPage } from './openPage.ts';

const files = new Map([['a.png', makePng(1600, 800, 1)]]);
const items = async () => [
  makeArtifactItem('c', 3),
  makeArtifactItem('b', 2, { uri: await uriOf('a.png') }),
  makeArtifactItem('a', 1),
];

/** Loads the page again, as the workbench does when a hidden preview is shown, and gives it the list in these parts. */
async function reload(page: TestPage, ...parts: Parameters<typeof makeItems>[]): Promise<void> {
  await page.page.reload();
  await page.tell(initMessage, ...parts.map(([changed, more]) => makeItems(changed, more)));
}

describe('A page that is loaded again', () => {
  test('follows the newest result as before', async (t) => {
    const page = await openPage(t, { items: await items() });
    await reload(page, [[makeArtifactItem('d', 4), ...(await items())], { part: 'first' }]);
    assert.equal(await readToolbar(page), '1 of 4 | d.png');
  });

  test('has the result that the user had turned to, also if it comes with a later part', async (t) => {
    const page = await openPage(t, { items: await items() });
    await page.page.keyboard.press('End');
    const [first, ...rest] = await items();
    await reload(page, [first ? [first] : [], { part: 'first' }], [rest, { part: 'rest' }]);
    assert.equal(await readToolbar(page), '3 of 3 | a.png');
    await page.tell(makeItems([makeArtifactItem('d', 4)]));
    assert.equal(await readToolbar(page), '4 of 4 | a.png');
  });

  test('has the zoom of its image, but not of another one', async (t) => {
    const page = await openPage(t, { files, items: await items() });
    await page.page.keyboard.press('ArrowRight');
    await page.page.locator('.image.loaded').waitFor();
    await page.page.keyboard.press('a');
    await page.page.keyboard.press('Shift+ArrowLeft');
    const transform = () => page.page.locator('.image').evaluate((image) => image.style.transform);
    const before = await transform();
    await reload(page, [await items(), { part: 'first' }]);
    await page.page.locator('.image.loaded').waitFor();
    assert.equal(await transform(), before);
    await page.tell(makeItems([makeArtifactItem('d', 4, { uri: await uriOf('a.png') })]), { type: 'select', id: 'd' });
    await page.page.locator('.image[alt="d.png"].loaded').waitFor();
    assert.notEqual(await page.page.locator('.image[alt="d.png"]').evaluate((image) => image.style.transform), before);
  });

  test('has the details open or closed as the user left them', async (t) => {
    const page = await openPage(t, { items: await items() });
    await page.page.getByRole('button', { name: 'Hide Details' }).click();
    await reload(page, [await items(), { part: 'first' }]);
    const closed = await page.page.locator('.details').isVisible();
    await page.page.getByRole('button', { name: 'Show Details' }).click();
    await reload(page, [await items(), { part: 'first' }]);
    assert.deepEqual([closed, await page.page.locator('.details').isVisible()], [false, true]);
  });

  test('keeps the job file, by which the host finds it, and only what the host can read', async (t) => {
    const page = await openPage(t, { items: await items() });
    await page.page.keyboard.press('End');
    const state = await page.page.evaluate('acquireVsCodeApi().getState()');
    assert.deepEqual(state, {
      jobFile: 'file:///project/hero.gen.yaml',
      selectedId: 'a',
      isDetailsOpen: null,
      zoom: null,
      sound: { volume: 1, muted: false },
      view: 'stage',
      isFromSheet: false,
      sheet: defaultSettings,
    });
  });

  test('starts at the newest result if the one before is gone', async (t) => {
    const savedState = { jobFile: 'file:///x', selectedId: 'gone', isDetailsOpen: null, zoom: null };
    const page = await openPage(t, { savedState, items: await items() });
    assert.equal(await readToolbar(page), '1 of 3 | c.png');
  });
});
