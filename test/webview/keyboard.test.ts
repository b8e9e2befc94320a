import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { makePng } from '../support/previewHarness/media.ts';
import { initMessage, makeItems } from '../support/previewHarness/messages.ts';
import { outline, uriOf, type TestPage } from './openPage.ts';
import { matrix, openSheet, readSelection } from './openSheet.ts';

/** Returns the name of the focused element. A grid that was hidden gets its first cell when its size is known. */
async function readFocus({ page }: TestPage): Promise<string> {
  await page.waitForFunction('document.activeElement !== document.body');
  return page.evaluate<string>(
    'document.activeElement.ariaLabel ?? (document.activeElement.textContent || document.activeElement.localName)',
  );
}

const files = new Map([['a.png', makePng(64, 32, 1)]]);

/** Opens the matrix with two images, which are compared. The second one has the focus. */
async function openCompared(t: TestContext): Promise<TestPage> {
  const uri = await uriOf('a.png');
  const [first, second, ...rest] = matrix;
  const images = [first, second].flatMap((item) => (item ? [{ ...item, media: 'image' as const, uri }] : []));
  const page = await openSheet(t, [...images, ...rest], { files });
  for (const key of ['Home', 'Shift+ArrowRight', 'c']) await page.page.keyboard.press(key);
  await page.page.locator('.compare .image.loaded').nth(1).waitFor();
  await page.page.keyboard.press('ArrowRight');
  await page.take();
  return page;
}

describe('With the keyboard alone', () => {
  test('the sheet and the stage show the same result', async (t) => {
    const page = await openSheet(t);
    const seen: unknown[] = [];
    for (const key of ['End', 'g', 'g', 'ArrowUp', 'Enter', 'Escape']) {
      await page.page.keyboard.press(key);
      seen.push(await page.page.locator('.toolbar .name').first().textContent(), await readFocus(page));
    }
    const oil = 'oil-dusk.png, row oil, column dusk';
    const ink = 'ink-dusk.png, row ink, column dusk';
    assert.deepEqual(
      seen.slice(2),
      ['oil-dusk.png', 'Results, newest first', 'oil-dusk.png', oil, 'oil-dusk.png', ink].concat([
        'ink-dusk.png',
        'Results, newest first',
        'ink-dusk.png',
        ink,
      ]),
    );
  });

  test('a window that is used again gives the focus to the result, unless another element has it', async (t) => {
    const page = await openSheet(t);
    const search = page.page.getByRole('searchbox');
    await search.focus();
    const seen: string[] = [];
    for (const isKept of [true, false]) {
      if (!isKept) await search.evaluate((box) => box.blur());
      await page.page.evaluate(`window.dispatchEvent(new Event('focus'))`);
      seen.push(await readFocus(page));
    }
    assert.deepEqual(seen, ['Search prompts, names and notes', 'ink-dawn.png, row ink, column dawn']);
  });

  test('a reload comes back to the result that was selected in the sheet', async (t) => {
    const page = await openSheet(t);
    await page.page.keyboard.press('End');
    await page.page.reload();
    await page.tell(initMessage, makeItems(matrix, { part: 'first' }));
    await page.page.keyboard.press('Tab');
    await page.page.locator('.cell[tabindex="0"]').focus();
    assert.equal(await readSelection(page), '[oil-dusk]');
  });

  test('the filters are opened, used and left', async (t) => {
    const page = await openSheet(t);
    await page.page.getByRole('button', { name: 'Filters' }).click();
    await page.page.keyboard.press('Home');
    await page.page.locator('.cell').first().focus();
    const seen: string[] = [];
    await page.page.keyboard.press('f');
    seen.push(await page.page.evaluate('document.activeElement.labels[0].textContent.slice(0, 4)'));
    // The picker gets the letter.
    for (const key of ['g', 'ArrowDown', 'Escape']) await page.page.keyboard.press(key);
    await page.tell({ type: 'found', query: 'mark:star', ids: [] });
    seen.push(await readFocus(page));
    assert.deepEqual(seen, ['Mark', 'Clear Filters']);
    await page.page.keyboard.press('Enter');
    assert.equal(await readFocus(page), 'ink-dawn.png, row ink, column dawn');
  });

  test('the focus is never lost when a filter hides everything', async (t) => {
    const page = await openSheet(t);
    await page.tell({ type: 'show', view: 'sheet', query: 'x' }, { type: 'found', query: 'x', ids: [] });
    const seen = [await readFocus(page)];
    await page.page.keyboard.press('Enter');
    assert.deepEqual([...seen, await readFocus(page)], ['Clear Filters', 'ink-dawn.png, row ink, column dawn']);
  });

  test('the sheet says why a key has no effect', async (t) => {
    const page = await openSheet(t);
    const explain = async (key: string): Promise<readonly (string | null)[]> => {
      await page.page.keyboard.press(key);
      // A new size makes the sheet draw itself again.
      await page.page.evaluate(`window.dispatchEvent(new Event('resize'))`);
      return [await page.page.locator('.sheet-info').textContent(), await page.page.getByRole('status').textContent()];
    };
    const compare = 'Select two to four results to compare them.';
    const use = 'Select one result of a matrix to use its combination.';
    const seen = [await explain('c')];
    await page.page.keyboard.press('Shift+ArrowRight');
    seen.push(await explain('w'));
    assert.deepEqual(
      [seen, await page.take()],
      [
        [
          [compare, compare],
          [use, use],
        ],
        [],
      ],
    );
  });

  test('the winner of a comparison is marked, carried back and found again in the sheet', async (t) => {
    const page = await openCompared(t);
    for (const key of ['5', 'w']) await page.page.keyboard.press(key);
    const sent = await page.take();
    await page.page.keyboard.press('Escape');
    assert.deepEqual(
      [sent, await readSelection(page)],
      [
        [
          { type: 'mark', ids: ['ink-noon'], change: { rating: 5 } },
          { type: 'act', id: 'ink-noon', action: 'useCombination' },
        ],
        '[ink-noon]',
      ],
    );
  });

  test('a screen reader hears names, marks and positions in a comparison', async (t) => {
    const page = await openCompared(t);
    const [, second] = matrix;
    if (second)
      await page.tell(makeItems([{ ...second, media: 'image', uri: await uriOf('a.png'), mark: 'star', rating: 4 }]));
    const read = await outline(page, '.compare');
    assert.deepEqual(
      [await readFocus(page), read.filter((line) => /^(region|heading|img)/.test(line))],
      [
        'ink-noon.png, starred, rating 4, 2 of 2',
        [
          'heading "Compare 2 Results" [level=1]',
          'region "ink-dawn.png, 1 of 2":',
          'heading "ink-dawn.png" [level=2]',
          'img "ink-dawn.png"',
          'region "ink-noon.png, starred, rating 4, 2 of 2":',
          'heading "ink-noon.png" [level=2]',
          'img "starred, rating 4": "4"',
          'img "ink-noon.png"',
        ],
      ],
    );
  });

  test('the line between two images is shown and left with the same key', async (t) => {
    const page = await openCompared(t);
    const line = page.page.getByRole('slider', { name: /^Line between/ });
    await page.page.keyboard.press('d');
    const wasShown = await line.isVisible();
    await page.page.keyboard.press('d');
    assert.deepEqual([wasShown, await line.count(), await readFocus(page)], [true, 0, 'ink-noon.png, 2 of 2']);
  });

  test('a result that is deleted leaves the comparison', async (t) => {
    const page = await openCompared(t);
    const [, second] = matrix;
    if (second) await page.tell(makeItems([{ ...second, uri: null }]));
    await page.page.locator('.sheet').waitFor();
    assert.equal(await page.page.locator('.compare').isVisible(), false);
  });
});
