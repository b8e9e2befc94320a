import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { previewStrings } from '../../src/protocol/previewStrings.ts';
import { makePng } from '../support/previewHarness/media.ts';
import { makeArtifactItem, makeDetails } from '../support/previewHarness/messages.ts';
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

/** Returns the names of the buttons that can be seen above the results. */
const readButtons = ({ page }: TestPage) =>
  page
    .locator('.compare .toolbar button:visible')
    .evaluateAll((all) => all.map((each) => each.ariaLabel ?? each.textContent));

const levels = ({ page }: TestPage) => page.locator('.compare .zoom-level').allTextContents();

describe('Results beside each other', () => {
  test('have their file names, and list only what differs', async (t) => {
    const page = await openPair(t);
    await showDetails(page, 'a', { prompt: 'A cat', seed: '7', model: 'm' });
    await showDetails(page, 'b', { prompt: 'A dog', seed: '7', model: 'm' });

    const panes = page.page.locator('.compare-pane');
    assert.deepEqual(await panes.locator('h2').allTextContents(), ['a.png', 'b.png']);
    const facts = () => panes.locator('dl').allTextContents();
    assert.deepEqual(await facts(), ['PromptA cat', 'PromptA dog']);
    await showDetails(page, 'a', { amountUsd: 0.04, seconds: 65 });
    await showDetails(page, 'b', { fields: [{ name: 'size', value: '2K' }] });
    assert.deepEqual(await facts(), ['size–Duration1:05Cost$0.04', 'size2KDuration–Cost–']);
    await showDetails(page, 'a', { amountUsd: 0.04, isSandbox: true });
    await showDetails(page, 'b', {});
    assert.deepEqual(await facts(), ['The requests do not differ.', '']);
  });

  test('are two to four, of which the active one and the next can be divided', async (t) => {
    const uri = await uriOf('a.png');
    const page = await openPage(t, {
      files,
      items: ['a', 'b', 'c'].map((id, at) => makeArtifactItem(id, -at, { uri })),
    });
    const names = () => page.page.locator('.compare-pane h2').allTextContents();
    await page.tell({ type: 'compare', ids: ['a', 'b', 'c'] });
    await page.page.keyboard.press('d');
    const joined = [await names(), await page.page.locator('.slider-view').count()];
    await page.page.keyboard.press('d');
    const three = [await names(), await readButtons(page), await page.page.locator('.slider-view').count()];
    await page.page.keyboard.press('ArrowRight');
    await page.page.keyboard.press('ArrowRight');
    await page.page.keyboard.press('d');
    const last = await names();
    await page.page.keyboard.press('d');
    await page.tell({ type: 'items', part: 'change', changed: [], removed: ['c'], now: 0 });
    await page.page.keyboard.press('d');
    const two = [
      await names(),
      await readButtons(page),
      await page.page.locator('.compare-pane > .stage:visible').count(),
    ];
    // Another selection in the Explorer replaces the comparison.
    await page.tell({
      type: 'items',
      part: 'change',
      changed: [makeArtifactItem('c', 0, { uri })],
      removed: [],
      now: 0,
    });
    await page.tell({ type: 'compare', ids: ['b', 'c'] });
    const other = [await names(), await page.page.locator('.slider-view').count()];
    const [back, divide, keys] = ['Back to All Results (Escape)', 'Divide by a Line (D)', 'Keys (?)'];
    assert.deepEqual(
      [joined, three, last, two, other],
      [
        [['a.png', 'b.png'], 1],
        [['a.png', 'b.png', 'c.png'], [back, divide, keys], 0],
        ['b.png', 'c.png'],
        [['a.png', 'b.png'], [back, divide, keys], 0],
        [['b.png', 'c.png'], 0],
      ],
    );
  });

  test('line up, although the texts below them differ in height', async (t) => {
    const page = await openPair(t);
    await showDetails(page, 'a', { prompt: 'A cat on a roof. '.repeat(20) });
    await showDetails(page, 'b', { prompt: 'A dog' });

    const bottoms = await page.page
      .locator('.compare-pane > .stage')
      .evaluateAll((stages) => stages.map((stage) => Math.round(stage.getBoundingClientRect().bottom)));
    assert.deepEqual([bottoms.length, new Set(bottoms).size], [2, 1]);
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
    await page.take();
    // Keys with modifiers are the workbench's, and Tab only moves the focus. Nothing is beyond the last result.
    for (const key of ['Control+s', 'Alt+s', 'Tab', 'ArrowLeft', 'ArrowRight', 'ArrowRight', 's', 'Escape']) {
      await page.page.keyboard.press(key);
    }
    await page.page.locator('.sheet').waitFor();
    const marks = (await page.take()).filter((message) => (message as { readonly type: string }).type === 'mark');
    assert.deepEqual(marks, [{ type: 'mark', ids: ['b'], change: { mark: 'star' } }]);
  });

  test('are selected in the contact sheet', async (t) => {
    const page = await openPair(t);
    await page.page.keyboard.press('Escape');
    for (const key of ['Home', 'Shift+ArrowRight', 'c']) await page.page.keyboard.press(key);
    await page.page.locator('.compare-pane').nth(1).waitFor();
    assert.deepEqual(await page.page.locator('.compare-pane h2').allTextContents(), ['a.png', 'b.png']);
  });

  test('say why a key has no effect', async (t) => {
    const items = (['file', 'markdown'] as const).map((media, at) =>
      makeArtifactItem('ab'.charAt(at), 9, { media, uri: 'x:y' }),
    );
    const page = await openPage(t, { items });
    await page.tell({ type: 'compare', ids: ['a', 'b'] });
    const readTitle = () => page.page.locator('.compare h1').textContent();
    const titles = [await readTitle()];
    for (const key of ['d', 's', 'w']) {
      await page.page.keyboard.press(key);
      titles.push(await readTitle());
    }
    const { cannotJoin, selectToUse } = previewStrings;
    assert.deepEqual(titles, ['Compare 2 Results', cannotJoin, 'Compare 2 Results', selectToUse]);
  });

  test('are divided by a line that keys move', async (t) => {
    const page = await openPair(t);
    await page.page.keyboard.press('d');
    const line = page.page.getByRole('slider', { name: 'Line between a.png on the left and b.png on the right' });
    const divider = () =>
      page.page.locator('.slider-view').evaluate((each) => each.style.getPropertyValue('--divider'));
    assert.deepEqual([await line.inputValue(), await divider()], ['50', '50%']);
    await page.page.keyboard.press('ArrowRight');
    assert.deepEqual([await line.inputValue(), await divider()], ['51', '51%']);
  });

  test('are not shown unless they are two to four files', async (t) => {
    const page = await openPair(t);
    await page.tell({ type: 'items', part: 'change', changed: [], removed: ['b'], now: 0 });
    await page.page.locator('.sheet').waitFor();
    await page.tell({ type: 'compare', ids: ['a', 'gone'] });
    assert.equal(await page.page.locator('.compare').isVisible(), false);
  });
});

test('Two texts are read one beside the other, marked, and opened in the diff editor', async (t) => {
  const items = (['markdown', 'text'] as const).map((media, at) =>
    makeArtifactItem('ab'.charAt(at), 9, { media, uri: 'x:y' }),
  );
  const page = await openPage(t, { items });
  await page.tell({ type: 'compare', ids: ['a', 'b'] });
  for (const id of ['a', 'b']) await page.tell({ type: 'details', details: makeDetails(id, { text: `<b>${id}</b>` }) });
  const texts = await page.page.locator('.compare .page').allInnerTexts();
  assert.deepEqual(
    [texts, await readButtons(page)],
    [
      ['<b>a</b>', '<b>b</b>'],
      ['Back to All Results (Escape)', 'Open Diff (D)', 'Keys (?)'],
    ],
  );
  await page.take();
  for (const key of ['ArrowRight', 's', 'd']) await page.page.keyboard.press(key);
  await page.page.getByRole('button', { name: 'Open Diff' }).click();
  const openDiff = { type: 'openDiff', ids: ['a', 'b'] };
  assert.deepEqual(await page.take(), [{ type: 'mark', ids: ['b'], change: { mark: 'star' } }, openDiff, openDiff]);
});
