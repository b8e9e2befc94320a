import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, readToolbar } from './openPage.ts';
import { matrix, readSelection } from './openSheet.ts';

test('The stage moves through what a search has found, and leads back to the contact sheet of the search', async (t) => {
  const page = await openPage(t, { items: matrix, width: 1000 });
  const query = 'mark:star';
  await page.tell({ type: 'show', view: 'stage', query: null }, { type: 'select', id: 'ink-dusk', query });
  await page.tell({ type: 'found', query, ids: ['ink-dawn', 'ink-dusk', 'oil-noon'] });
  const seen = [await readToolbar(page)];
  await page.page.keyboard.press('ArrowRight');
  seen.push(await readToolbar(page));
  await page.page.keyboard.press('Escape');
  const found = [await page.page.getByRole('searchbox').inputValue(), await readSelection(page)];
  // One that is selected without a search is among all.
  await page.tell({ type: 'show', view: 'stage', query: null }, { type: 'select', id: 'oil-dusk' });
  assert.deepEqual(
    [seen, found, await readToolbar(page)],
    [['2 of 3 (6) | ink-dusk.png', '3 of 3 (6) | oil-noon.png'], [query, '[oil-noon]'], '5 of 6 | oil-dusk.png'],
  );
});
