import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defaultSettings, noFilter } from '../../src/protocol/sheet.ts';
import { makeArtifactItem, makeItems } from '../support/previewHarness/messages.ts';
import { openPage, type TestPage } from './openPage.ts';
import { matrix, openSheet, readCells } from './openSheet.ts';

describe('The search of the contact sheet', () => {
  test('searches while the user types, and says when nothing matches', async (t) => {
    const page = await openSheet(t);
    await page.page.keyboard.press('/');
    await page.page.keyboard.type('oi');
    const searches = await page.take();
    const ids = matrix.map(({ id }) => id);
    await page.tell({ type: 'found', words: 'o', ids: ['ink-noon'] }, { type: 'found', words: '', ids: [] });
    const before = (await readCells(page)).length;
    await page.tell({ type: 'found', words: 'oi', ids: ids.filter((id) => id.startsWith('oil')) });
    const found = await readCells(page);
    // The words are selected when the user comes back, so that new ones replace them.
    for (const key of ['Enter', '/', 'x']) await page.page.keyboard.press(key);
    const again = await page.take();
    await page.tell({ type: 'found', words: 'x', ids: [] });
    await page.page.getByRole('heading', { name: 'No result matches the filters' }).waitFor();
    await page.page.keyboard.press('Escape');
    await page.page.keyboard.press('ArrowDown');
    assert.deepEqual(
      [[...searches, ...again], before, found, (await readCells(page)).length, await page.take()],
      [
        ['o', 'oi', 'x'].map((words) => ({ type: 'search', words })),
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
      [shown, await page.take(), (await again.take()).at(-1)],
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

const readChoices = (all: readonly (HTMLElement | SVGElement)[]) =>
  all.map((each) => (each instanceof HTMLSelectElement ? each.selectedOptions[0]?.text : null));

test('Each picker of the contact sheet filters or arranges the results', async (t) => {
  const now = Date.now();
  const dayMs = 24 * 3_600_000;
  const facts = [
    { model: 'm1', job: 'still', run: 'r1', amountUsd: 0.04, at: now - 40 * dayMs, axes: [['light', 'dawn']] },
    { model: 'm2', job: 'clip', run: 'r2', amountUsd: 1, at: now, axes: [['light', 'noon']] },
  ] as const;
  const items = facts.map(({ at, axes, ...each }, index) =>
    makeArtifactItem(`${index + 1}`, at, {
      ...each,
      media: 'markdown',
      uri: 'x:y',
      index: index + 1,
      axes: axes.map(([name, value]) => [name, value]),
    }),
  );
  const page = await openSheet(t, items);
  const shown: unknown[] = [];
  for (const [label, option] of [
    ['Model', 'm1'],
    ['Job', 'clip'],
    ['Run', 'Newest run'],
    ['Date', 'Last 7 days'],
    ['Cost', 'Up to $0.50'],
    ['light', 'noon'],
  ] as const) {
    const picker = page.page.getByRole('combobox', { name: label, exact: true });
    await picker.selectOption(option);
    shown.push((await readCells(page)).join(' '));
    // The picker shows what is set, and is highlighted.
    const [chosen, ...others] = await page.page.locator('.restricted select').evaluateAll(readChoices);
    assert.deepEqual([chosen?.replace(/^Since .+/, 'Last 7 days'), others], [option, []]);
    await picker.selectOption({ index: 0 });
  }
  assert.equal(await page.page.locator('.restricted').count(), 0);
  const sent = await page.take();

  // Without an axis, nothing but the order decides.
  for (const [label, option] of [
    ['Columns', { index: 0 }],
    ['Sort by', 'Oldest first'],
  ] as const) {
    await page.page.getByRole('combobox', { name: label, exact: true }).selectOption(option);
    shown.push((await readCells(page)).join(' '));
  }
  assert.deepEqual([shown, sent], [['1', '2', '2', '2', '1', '2', '2 1', '1 2'], []]);
});

describe('The pickers of the contact sheet', () => {
  const readNames = ({ page }: TestPage) =>
    page.locator('.picker-label > span').evaluateAll((all) => all.map((each) => each.textContent));
  const plain = ['Mark', 'Rating', 'State', 'Date', 'style', 'light', 'Rows', 'Columns', 'Sort by'];

  test('are those that offer a choice, and stay open while others come and go', async (t) => {
    const page = await openSheet(t);
    const seen = [await readNames(page)];
    await page.page.getByRole('combobox', { name: 'Rows' }).focus();
    await page.page.evaluate('window.option = document.activeElement.options[0]');
    await page.tell(makeItems(matrix.map((item, at) => ({ ...item, amountUsd: at, model: `m${at % 2}` }))));
    seen.push(await readNames(page));
    assert.equal(await page.page.evaluate('document.activeElement.contains(window.option)'), true);
    await page.tell(makeItems(matrix));
    assert.deepEqual([...seen, await readNames(page)], [plain, plain.toSpliced(3, 1, 'Model', 'Date', 'Cost'), plain]);
  });

  test('show a filter of results that are gone, and forget it with Clear Filters', async (t) => {
    const page = await openSheet(t);
    const values = () =>
      page.page.locator('.picker').evaluateAll((all) => all.map((each) => Reflect.get(each, 'value') as string));
    const before = await values();
    const filter = { ...noFilter, model: 'gone', maxUsd: 0.3, axes: { light: 'noon' } };
    await page.tell({ type: 'show', view: 'sheet', filter });
    const filtered = [await readNames(page), await values()];
    const clear = page.page.locator('.sheet-bar').getByRole('button', { name: 'Clear Filters' });
    await clear.click();
    assert.deepEqual(
      [before, filtered, await values(), await clear.isVisible()],
      [
        ['all', '0', 'present', '', '', '', 'style', 'light', 'newest'],
        [
          plain.toSpliced(3, 1, 'Model', 'Date', 'Cost'),
          ['all', '0', 'present', 'gone', '', '0.3', '', '2', 'style', 'light', 'newest'],
        ],
        before,
        false,
      ],
    );
  });

  test('let rows and columns change places', async (t) => {
    const page = await openSheet(t);
    await page.page.getByRole('combobox', { name: 'Columns' }).selectOption('style');
    assert.deepEqual(await readCells(page), ['ink-dawn oil-dawn', 'ink-noon oil-noon', 'ink-dusk oil-dusk']);
    // Axes that are gone arrange nothing.
    const sheet = { ...defaultSettings, rows: 'gone', columns: 'light', areAxesAutomatic: false };
    const savedState = {
      jobFile: 'file:///x',
      selectedId: null,
      isDetailsOpen: null,
      zoom: null,
      view: 'sheet',
      sheet,
    };
    const again = await openPage(t, { savedState, items: matrix, width: 1000 });
    assert.deepEqual((await again.page.getByRole('rowheader').allTextContents()).slice(0, 1), ['style: ink']);
  });
});
