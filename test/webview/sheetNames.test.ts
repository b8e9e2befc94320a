import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeTaskItem } from '../support/previewHarness/messages.ts';
import { matrix, openSheet } from './openSheet.ts';

test('The contact sheet shortens long names before their end, which differs in a matrix', async (t) => {
  const items = matrix.slice(1, 3).map((item) => ({ ...item, name: `the-lighthouse-on-the-cliff-${item.name}` }));
  const { page } = await openSheet(t, items);
  const names = page.locator('.cell-name');
  await names.nth(1).waitFor();
  const shown = await names.evaluateAll((all) =>
    all.map((name) => {
      const end = document.createRange();
      end.selectNodeContents(name.lastChild ?? name);
      const [start] = name.children;
      const isWhole = end.getBoundingClientRect().right <= (name.closest('.cell')?.getBoundingClientRect().right ?? 0);
      return [end.toString(), isWhole, (start?.scrollWidth ?? 0) > (start?.clientWidth ?? 0)];
    }),
  );
  assert.deepEqual(shown, [
    ['ink-noon.png', true, true],
    ['ink-dusk.png', true, true],
  ]);
});

test('Names and states stay in their cells, however small the cells are', async (t) => {
  const long = matrix
    .slice(0, 2)
    .map((item, at) => ({ ...item, name: `the-lighthouse-${item.name}`, seconds: at || null }));
  const items = [...long, ...matrix.slice(2, 3), makeTaskItem('next', 0, { state: 'unconfirmed' })];
  const { page } = await openSheet(t, items);
  await page.locator('.cell-name').first().waitFor();
  await page.getByRole('slider').fill('72');
  const outside = await page.locator('.cell-caption').evaluateAll((captions) =>
    captions.map((caption) => {
      const { left, right } = caption.getBoundingClientRect();
      const parts = [...caption.querySelectorAll('span')].map((part) => part.getBoundingClientRect());
      return parts.filter((part) => part.left < left || part.right > right).length;
    }),
  );
  assert.deepEqual(outside, [0, 0, 0, 0]);
  assert.match(await page.locator('.cell-name-end').first().innerText(), /png$/);
});
