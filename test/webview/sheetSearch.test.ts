import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { defaultSettings } from '../../src/protocol/sheet.ts';
import { makeArtifactItem, makeItems } from '../support/previewHarness/messages.ts';
import type { Scene } from '../support/previewHarness/openScene.ts';
import { makeArtifact, makeRecord } from '../support/previewHarness/scene.ts';
import { openPage, openSession, readToolbar, until, type TestPage } from './openPage.ts';
import { matrix, openSheet, readCells, readSelection } from './openSheet.ts';

describe('The search of the contact sheet', () => {
  test('searches while the user types, and says when nothing matches', async (t) => {
    const page = await openSheet(t);
    await page.page.keyboard.press('/');
    await page.page.keyboard.type('oi');
    const searches = await page.take();
    const ids = matrix.map(({ id }) => id);
    await page.tell({ type: 'found', query: 'o', ids: ['ink-noon'] }, { type: 'found', query: '', ids: [] });
    const before = (await readCells(page)).length;
    await page.tell({ type: 'found', query: 'oi', ids: ids.filter((id) => id.startsWith('oil')) });
    const found = await readCells(page);
    // The words are selected when the user comes back, so that new ones replace them.
    for (const key of ['Enter', '/', 'x']) await page.page.keyboard.press(key);
    const again = await page.take();
    await page.tell({ type: 'found', query: 'x', ids: [] });
    await page.page.getByRole('heading', { name: 'No result matches the filters' }).waitFor();
    await page.page.keyboard.press('Escape');
    await page.page.keyboard.press('ArrowDown');
    assert.deepEqual(
      [[...searches, ...again], before, found, (await readCells(page)).length, await page.take()],
      [
        ['o', 'oi', 'x'].map((query) => ({ type: 'search', query })),
        2,
        ['oil-dawn oil-noon oil-dusk'],
        2,
        [{ type: 'search', query: '' }],
      ],
    );
  });

  test('leaves the keys of an input method to it', async (t) => {
    const { page } = await openSheet(t);
    await page.keyboard.press('/');
    const search = page.getByRole('searchbox');
    await search.fill('gang');
    for (const key of ['Enter', 'ArrowDown', 'Escape'])
      await search.dispatchEvent('keydown', { key, isComposing: true, bubbles: true, cancelable: true });
    assert.deepEqual(
      [await search.inputValue(), await search.evaluate((box) => box === box.ownerDocument.activeElement)],
      ['gang', true],
    );
  });

  test('shows what Search Results has found, and searches again after a reload', async (t) => {
    const page = await openSheet(t);
    const query = 'harbor model:seedream -seed:0';
    await page.tell({ type: 'show', view: 'sheet', query }, { type: 'found', query, ids: ['ink-noon', 'ink-dusk'] });
    const savedState = await page.page.evaluate('acquireVsCodeApi().getState()');
    const shown = [await readCells(page), await page.page.getByRole('searchbox').inputValue()];
    const again = await openPage(t, { savedState });
    assert.deepEqual(
      [shown, await page.take(), (await again.take()).at(-1)],
      [[['ink-noon ink-dusk'], query], [{ type: 'search', query }], { type: 'search', query }],
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

  test('is for new words when the user comes back, and keeps the filters', async (t) => {
    const page = await openSheet(t);
    await page.tell({ type: 'show', view: 'sheet', query: 'mark:star "old harbor" model:x boats' });
    await page.page.keyboard.press('/');
    await page.page.keyboard.type('dusk');
    assert.deepEqual((await page.take()).at(-1), { type: 'search', query: 'mark:star "old harbor" model:x dusk' });
  });
});

/** Two results, of which the newer one has no mark, and one whose file is missing. */
function makePickerScene(): Scene {
  const facts = [
    { path: 'old.md', model: 'm1', job: 'still', amount_usd: 0.04, at: '2026-01-02T00:00:00Z', light: 'dawn' },
    { path: 'new.md', model: 'm1-pro', job: 'clip', amount_usd: 1, at: new Date().toISOString(), light: '"high" noon' },
    { path: 'gone.md', model: 'm1-pro', job: 'clip', amount_usd: null, at: '2026-01-01T00:00:00Z', light: 'dawn' },
  ];
  const records = facts.map(({ path, light, ...changes }, minute) =>
    makeRecord(minute, { ...changes, axes: { light }, artifacts: [makeArtifact(path, '', { sha256: path })] }),
  );
  const text = new TextEncoder().encode('The tide');
  return {
    records,
    tasks: [],
    files: new Map(facts.slice(0, 2).map(({ path }) => [path, text])),
    marks: new Map([['old.md', { mark: 'star', rating: 4, note: null }]]),
  };
}

test('Each picker writes its filter into the search, shows it, and takes it out again', async (t) => {
  const opened = await openSession(t, { scene: makePickerScene(), width: 1000 });
  opened.session.show('sheet');
  const { page } = opened;
  const shows = (names: string) =>
    until(
      opened,
      `[...document.querySelectorAll('.cell')].map((cell) => cell.ariaLabel.split('.')[0]).toSorted().join() === '${names}'`,
    );
  await shows('new,old');
  const search = page.getByRole('searchbox');
  await search.fill('lighthouse');
  for (const [label, option, query, found] of [
    ['Mark', 'Not rejected', '-mark:reject', 'new,old'],
    ['Mark', 'Unmarked', 'mark:none', 'new'],
    ['Rating', 'Rated 4 or more', 'rating:>=4', 'old'],
    ['State', 'Missing', 'status:missing', 'gone'],
    ['Model', 'm1', 'model:=m1', 'old'],
    ['Job', 'clip', 'job:=clip', 'new'],
    ['Run', 'Newest run', 'run:run-1', 'new'],
    ['Date', 'Last 7 days', 'after:DATE', 'new'],
    ['Cost', 'Up to $0.50', 'cost:<=0.5', 'old'],
    ['light', '"high" noon', 'axis:"light= high noon"', 'new'],
  ] as const) {
    const picker = page.getByRole('combobox', { name: label, exact: true });
    await picker.selectOption(option);
    await shows(found);
    const written = (await search.inputValue()).replace(/\d{4}-\d\d-\d\d/, 'DATE');
    const restricted = await page
      .locator('.restricted select')
      .evaluateAll((all) => all.map((each) => (each as HTMLSelectElement).selectedOptions[0]?.text));
    assert.deepEqual([written, restricted], [`${query} lighthouse`, [option]]);
    await picker.selectOption({ index: 0 });
    await shows('new,old');
    assert.equal(await search.inputValue(), 'lighthouse');
  }
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

  test('show filters that they do not offer, and Clear Filters empties the search', async (t) => {
    const page = await openSheet(t);
    const values = () =>
      page.page.locator('.picker').evaluateAll((all) => all.map((each) => Reflect.get(each, 'value') as string));
    const before = await values();
    await page.tell({ type: 'show', view: 'sheet', query: 'model:gone cost:>0.3 axis:light=noon' });
    const filtered = [await readNames(page), await values()];
    const clear = page.page.locator('.sheet-bar').getByRole('button', { name: 'Clear Filters' });
    await clear.click();
    assert.deepEqual(
      [before, filtered, await values(), await clear.isVisible()],
      [
        ['', '', '', '', '', '', 'style', 'light', 'newest'],
        [
          plain.toSpliced(3, 1, 'Model', 'Date', 'Cost'),
          ['', '', '', 'model:gone', '', 'cost:>0.3', '', 'axis:light=noon', 'style', 'light', 'newest'],
        ],
        before,
        false,
      ],
    );
  });

  test('decide about order, rows and columns, which can change places', async (t) => {
    const page = await openSheet(t);
    const pick = async (name: string, option: string): Promise<string> => {
      await page.page.getByRole('combobox', { name, exact: true }).selectOption(option);
      return (await readCells(page)).join(', ');
    };
    assert.deepEqual(
      [
        await pick('Columns', 'style'),
        await pick('Rows', ''),
        await pick('Columns', ''),
        await pick('Sort by', 'matrix'),
      ],
      [
        'ink-dawn oil-dawn, ink-noon oil-noon, ink-dusk oil-dusk',
        'ink-dawn oil-dawn, ink-noon oil-noon, ink-dusk oil-dusk',
        'ink-dawn ink-dusk ink-noon oil-dawn oil-dusk, oil-noon',
        'ink-dawn ink-noon ink-dusk oil-dawn oil-noon, oil-dusk',
      ],
    );
    // Axes that are gone arrange nothing.
    const sheet = { ...defaultSettings, axes: { rows: 'gone', columns: 'light' } };
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

describe('The stage that was opened from a filtered sheet', () => {
  const query = 'mark:star';
  const starred = (...ids: string[]) => ({ type: 'found' as const, query, ids });
  const readStrip = ({ page }: TestPage) => page.locator('.filmstrip .thumbnail').count();
  const openFiltered = async (t: TestContext, key = 'Enter') => {
    const page = await openSheet(t);
    await page.tell({ type: 'show', view: 'sheet', query }, starred('ink-dawn', 'ink-dusk', 'oil-noon'));
    await page.page.keyboard.press('Home');
    await page.page.keyboard.press(key);
    return page;
  };

  for (const key of ['Enter', 'g']) {
    test(`walks what the sheet shows, in its order, and returns to it (${key})`, async (t) => {
      const page = await openFiltered(t, key);
      const seen = [await readToolbar(page)];
      for (const each of ['ArrowRight', 'End', 'ArrowRight', 'Home']) {
        await page.page.keyboard.press(each);
        seen.push(await readToolbar(page));
      }
      assert.deepEqual(
        [seen, await readStrip(page)],
        [
          [
            '1 of 3 (6) | ink-dawn.png',
            '2 of 3 (6) | ink-dusk.png',
            '3 of 3 (6) | oil-noon.png',
            '3 of 3 (6) | oil-noon.png',
            '1 of 3 (6) | ink-dawn.png',
          ],
          3,
        ],
      );
      await page.page.keyboard.press('Escape');
      assert.deepEqual(await readCells(page), ['ink-dawn ink-dusk', 'oil-noon']);
    });
  }

  test('keeps a result that leaves the filter until the user moves on', async (t) => {
    const page = await openFiltered(t);
    await page.page.keyboard.press('End');
    // The mark of the last one moves to no other.
    await page.page.keyboard.press('s');
    await page.tell(starred('ink-dawn', 'ink-dusk'));
    const kept = await readToolbar(page);
    await page.page.keyboard.press('ArrowLeft');
    const moved = [await readToolbar(page), await readStrip(page)];
    // Others are marked and left at once.
    await page.page.keyboard.press('Home');
    await page.page.keyboard.press('s');
    await page.tell(starred('ink-dusk'));
    const marked = await readToolbar(page);
    // Undo returns to a result that the filter does not leave yet.
    await page.page.keyboard.press('u');
    const undone = await readToolbar(page);
    assert.deepEqual(
      [kept, moved, marked, undone],
      [
        '3 of 3 (6) | oil-noon.png',
        ['2 of 2 (6) | ink-dusk.png', 2],
        '1 of 1 (6) | ink-dusk.png',
        '1 of 2 (6) | ink-dawn.png',
      ],
    );
    // The sheet continues at the one that took the place of the shown one.
    await page.page.keyboard.press('Escape');
    assert.deepEqual(await readCells(page), ['ink-dusk']);
    assert.equal(await readSelection(page), '[ink-dusk]');
  });

  test('shows all results again by one button, and after a reload what it showed', async (t) => {
    const page = await openFiltered(t);
    const savedState = await page.page.evaluate('acquireVsCodeApi().getState()');
    const again = await openPage(t, { savedState, items: matrix });
    await again.tell(starred('ink-dawn', 'ink-dusk', 'oil-noon'));
    const restored = await readToolbar(again);
    await page.page.locator('.stage-view').getByRole('button', { name: 'Clear Filters' }).click();
    const all = [await readToolbar(page), await readStrip(page)];
    await page.page.keyboard.press('Escape');
    assert.deepEqual(
      [restored, all, (await readCells(page)).length],
      ['1 of 3 (6) | ink-dawn.png', ['1 of 6 | ink-dawn.png', 6], 2],
    );
  });

  test('is not moved by new results, and turns to what the host selects', async (t) => {
    const page = await openFiltered(t);
    const fresh = makeArtifactItem('fresh', 9);
    await page.tell(starred('ink-dawn', 'ink-dusk', 'oil-noon', 'fresh'), makeItems([fresh], { part: 'change' }));
    const before = await readToolbar(page);
    await page.tell({ type: 'select', id: 'fresh' });
    assert.deepEqual([before, await readToolbar(page)], ['1 of 3 (7) | ink-dawn.png', '1 of 7 | fresh.png']);
  });
});
