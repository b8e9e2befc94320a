import assert from 'node:assert/strict';
import { test } from 'node:test';
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
