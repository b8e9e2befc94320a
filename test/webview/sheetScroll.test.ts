import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeArtifactItem } from '../support/previewHarness/messages.ts';
import { until } from './openPage.ts';
import { matrix, openSheet } from './openSheet.ts';

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
    assert.ok(
      seen.every((each) => each > 10 && each < 80),
      String(seen),
    );
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
    const seen = [await readLeft()];
    for (const key of ['End', 'ArrowLeft', 'Home']) {
      await page.page.keyboard.press(key);
      seen.push(await readLeft());
    }
    const [start, end = 0, before, home] = seen;
    assert.deepEqual([start, end > 0, before, home], [0, true, end, 0]);
  });
});
