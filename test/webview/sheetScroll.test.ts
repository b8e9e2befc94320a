import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeArtifactItem } from '../support/previewHarness/messages.ts';
import { until } from './openPage.ts';
import { matrix, openSheet, readSelection } from './openSheet.ts';

describe('A contact sheet that does not fit', () => {
  test('has no more elements than fit, wherever it is', async (t) => {
    const many = Array.from({ length: 10_000 }, (_, index) => makeArtifactItem(`i${index}`, 10_000 - index));
    const page = await openSheet(
      t,
      many.map((item) => ({ ...item, media: 'markdown', uri: 'x:y' })),
    );
    const count = async () => page.page.locator('.cell').count();
    const seen = [await count()];
    await page.page.keyboard.press('End');
    await page.page.getByRole('gridcell', { name: /^i9999\.png/ }).waitFor();
    seen.push(await count());
    await page.page.locator('.grid').evaluate((grid) => (grid.scrollTop = grid.scrollHeight / 2));
    await until(page, `document.querySelector('.cell[aria-label^="i5000."]') !== null`);
    seen.push(await count());
    // The focus stays where it was, and a screen reader reads the lines in their order.
    const focus = await readSelection(page);
    const lines = await page.page
      .locator('.grid-line')
      .evaluateAll((all) => all.map((line) => Number(line.getAttribute('aria-rowindex'))));
    assert.deepEqual([focus, lines], ['[i9999]', lines.toSorted((a, b) => a - b)]);
    assert.ok(
      seen.every((each) => each > 10 && each < 80),
      String(seen),
    );
  });

  test('shows the result with the focus after it moves up, in another order and at another width', async (t) => {
    const items = Array.from({ length: 300 }, (_, at) =>
      makeArtifactItem(`i${at}`, 300 - at, { media: 'markdown', uri: 'x:y' }),
    );
    const page = await openSheet(t, items);
    const isShown = () =>
      page.page.locator('.cell[tabindex="0"]').evaluate((cell) => {
        const [inner, outer] = [cell, cell.closest('.grid')].map((each) => each?.getBoundingClientRect());
        return inner && outer && inner.top >= outer.top && inner.bottom <= outer.bottom;
      });
    const seen: unknown[] = [];
    for (const key of ['End', 'Home']) {
      await page.page.keyboard.press(key);
      seen.push(await isShown(), await readSelection(page));
    }
    for (const order of ['oldest', 'newest']) {
      await page.page.getByRole('combobox', { name: 'Sort by' }).selectOption(order);
      seen.push(await isShown());
    }
    await page.page.locator('.cell[tabindex="0"]').focus();
    await page.page.keyboard.press('End');
    const columns = () => page.page.getByRole('grid').getAttribute('aria-colcount');
    const before = Number(await columns());
    await page.page.setViewportSize({ width: 500, height: 640 });
    await until(page, `document.querySelector('.grid').ariaColCount !== '${before}'`);
    seen.push(await isShown());
    assert.deepEqual(seen, [true, '[i299]', true, '[i0]', true, true, true]);
  });

  test('moves sideways only as far as the result with the focus needs', async (t) => {
    const wide = matrix.flatMap((item) =>
      Array.from({ length: 6 }, (_, hour) => ({
        ...item,
        id: `${item.id}-${hour}`,
        axes: item.axes.map(([name, value]): [string, string] => [name, name === 'light' ? `${value}-${hour}` : value]),
      })),
    );
    const page = await openSheet(t, wide, { width: 420 });
    const readLeft = () => page.page.locator('.grid').evaluate((grid) => grid.scrollLeft);
    assert.ok((await page.page.locator('.cell').count()) < wide.length);
    const seen = [await readLeft()];
    for (const key of ['End', 'ArrowLeft', 'Home']) {
      await page.page.keyboard.press(key);
      seen.push(await readLeft());
    }
    const [start, end = 0, before, home] = seen;
    assert.deepEqual([start, end > 0, before, home], [0, true, end, 0]);
  });
});
