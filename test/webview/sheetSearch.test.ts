import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { noFilter } from '../../src/protocol/sheet.ts';
import { openPage } from './openPage.ts';
import { matrix, openSheet, readCells } from './openSheet.ts';

describe('The search of the contact sheet', () => {
  test('searches while the user types, and says when nothing matches', async (t) => {
    const page = await openSheet(t);
    await page.page.keyboard.press('/');
    await page.page.keyboard.type('oi');
    const searches = page.take();
    const ids = matrix.map(({ id }) => id);
    await page.tell({ type: 'found', words: 'o', ids: ['ink-noon'] }, { type: 'found', words: '', ids: [] });
    const before = (await readCells(page)).length;
    await page.tell({ type: 'found', words: 'oi', ids: ids.filter((id) => id.startsWith('oil')) });
    const found = await readCells(page);
    await page.tell({ type: 'found', words: 'oi', ids: [] });
    await page.page.getByRole('heading', { name: 'No result matches the filters' }).waitFor();
    await page.page.keyboard.press('Escape');
    await page.page.keyboard.press('ArrowDown');
    assert.deepEqual(
      [searches, before, found, (await readCells(page)).length, page.take()],
      [
        ['o', 'oi'].map((words) => ({ type: 'search', words })),
        2,
        ['oil-dawn oil-noon oil-dusk'],
        2,
        [{ type: 'search', words: '' }],
      ],
    );
  });

  test('shows what Search Results has found, and searches again after a reload', async (t) => {
    const page = await openSheet(t);
    const words = 'harbor model:seedream -seed:0';
    await page.tell(
      { type: 'show', view: 'sheet', filter: { ...noFilter, words, state: 'all' } },
      { type: 'found', words, ids: ['ink-noon', 'ink-dusk'] },
    );
    const savedState = await page.page.evaluate('acquireVsCodeApi().getState()');
    const shown = [await readCells(page), await page.page.getByRole('searchbox').inputValue()];
    const again = await openPage(t, { savedState });
    assert.deepEqual(
      [shown, page.take(), again.take().at(-1)],
      [[['ink-noon ink-dusk'], words], [{ type: 'search', words }], { type: 'search', words }],
    );
  });

  test('asks for the prompts of the cells, and shows that of the result with the focus', async (t) => {
    const page = await openSheet(t);
    await page.tell({
      type: 'prompts',
      prompts: [
        ['ink-dawn', 'A harbor at dawn'],
        ['unknown', 'No harbor'],
      ],
    });
    assert.deepEqual(
      [
        await page.page.locator('.info-prompt').textContent(),
        await page.page.locator('.cell').first().getAttribute('title'),
      ],
      ['A harbor at dawn', 'A harbor at dawn'],
    );
  });

  test('shows the filter of another view, and the stage again', async (t) => {
    const page = await openPage(t, { items: matrix });
    await page.tell(
      { type: 'show', view: 'sheet', filter: { ...noFilter, words: 'ink' } },
      { type: 'found', words: 'ink', ids: matrix.slice(0, 3).map(({ id }) => id) },
    );
    const cells = await readCells(page);
    const words = await page.page.getByRole('searchbox').inputValue();
    await page.tell({ type: 'show', view: 'stage', filter: null });
    assert.deepEqual(
      [cells, words, await page.page.getByRole('navigation').isVisible()],
      [['ink-dawn ink-noon ink-dusk'], 'ink', true],
    );
  });
});
