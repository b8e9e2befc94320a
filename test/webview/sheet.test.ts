import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { HostMessage } from '../../src/protocol/preview.ts';
import { initMessage, makeArtifactItem, makeItems, makeTaskItem } from '../support/previewHarness/messages.ts';
import { makeSheetScene } from '../support/previewHarness/sheetScene.ts';
import { openPage, openSession, until } from './openPage.ts';
import { lights, matrix, openSheet, readCells, readSelection } from './openSheet.ts';

describe('The contact sheet', () => {
  test('shows a matrix by its axes, and names each result with its position', async (t) => {
    const page = await openSheet(t);
    assert.deepEqual(await readCells(page), ['ink-dawn ink-noon ink-dusk', 'oil-dawn oil-noon oil-dusk']);
    const grid = page.page.getByRole('grid', { name: 'Contact sheet' });
    assert.deepEqual(await grid.getByRole('columnheader').allTextContents(), ['style', 'dawn', 'noon', 'dusk']);
    assert.deepEqual(await grid.getByRole('rowheader').allTextContents(), ['ink', 'oil']);
    await grid.getByRole('gridcell', { name: 'oil-noon.png, row oil, column noon', exact: true }).waitFor();
  });

  test('is turned to and back with G, the buttons, Enter and Escape, at the same result', async (t) => {
    const page = await openSheet(t);
    const seen: unknown[] = [await readSelection(page)];
    const stage = page.page.getByRole('navigation');
    await page.page.keyboard.press('ArrowRight');
    await page.page.keyboard.press('Enter');
    seen.push(await stage.isVisible(), await page.page.locator('.name').textContent());
    await page.page.keyboard.press('Escape');
    seen.push(await stage.isVisible(), await readSelection(page));
    await page.page.getByRole('gridcell', { name: /^oil-dusk/ }).dblclick();
    seen.push(await page.page.locator('.name').textContent());
    await page.page.getByRole('button', { name: 'Contact Sheet' }).click();
    seen.push(await readSelection(page));
    assert.deepEqual(seen, ['[ink-dawn]', true, 'ink-noon.png', false, '[ink-noon]', 'oil-dusk.png', '[oil-dusk]']);
  });

  test('asks for no details and no original while it is shown', async (t) => {
    const page = await openSheet(t);
    for (const key of ['ArrowRight', 'ArrowDown', 'End']) await page.page.keyboard.press(key);
    assert.deepEqual(await page.take(), []);
    await page.page.keyboard.press('Enter');
    assert.deepEqual(await page.take(), [{ type: 'readDetails', id: 'oil-dusk' }]);
  });

  test('moves with all keys, and selects several', async (t) => {
    const page = await openSheet(t);
    const seen: string[] = [];
    for (const key of [
      'ArrowRight',
      'ArrowDown',
      'Home',
      'End',
      'ArrowUp',
      'Shift+ArrowLeft',
      'ArrowLeft',
      'PageDown',
      'Control+a',
    ]) {
      await page.page.keyboard.press(key);
      seen.push(await readSelection(page));
    }
    assert.deepEqual(seen, [
      '[ink-noon]',
      '[oil-noon]',
      '[ink-dawn]',
      '[oil-dusk]',
      '[ink-dusk]',
      '[ink-noon] ink-dusk',
      '[ink-dawn]',
      '[oil-dawn]',
      'ink-dawn ink-noon ink-dusk [oil-dawn] oil-noon oil-dusk',
    ]);
  });

  test('keeps Ctrl+A from the workbench, which would also select all text of the page', async (t) => {
    const opened = await openSheet(t);
    const { page } = opened;
    await page.evaluate(() => {
      window.addEventListener('keydown', ({ key }) => (document.title += ` ${key}`));
    });
    for (const key of ['Control+a', 'Control+s', 'Alt+1']) await page.keyboard.press(key);
    assert.equal(await page.evaluate(() => document.title), 'Genwright Control Control s Alt 1');
    assert.deepEqual(await opened.take(), []);
  });

  test('marks with single keys and moves on, and marks all of several', async (t) => {
    const page = await openSheet(t);
    for (const key of ['s', '4', 'x', 'u']) await page.page.keyboard.press(key);
    const active = await readSelection(page);
    const single = await page.take();
    for (const key of ['Home', 'Shift+ArrowRight', '0', 'Delete']) await page.page.keyboard.press(key);
    assert.deepEqual(
      [single, active, await page.take(), await readSelection(page)],
      [
        [
          { type: 'mark', ids: ['ink-dawn'], change: { mark: 'star' } },
          { type: 'mark', ids: ['ink-noon'], change: { rating: 4 } },
          { type: 'mark', ids: ['ink-dusk'], change: { mark: 'reject' } },
          { type: 'undoMark' },
        ],
        '[ink-dusk]',
        [
          { type: 'mark', ids: ['ink-dawn', 'ink-noon'], change: { mark: null, rating: null } },
          { type: 'delete', ids: ['ink-dawn', 'ink-noon'] },
        ],
        'ink-dawn [ink-noon]',
      ],
    );
  });

  test('takes a mark away with the key that has set it', async (t) => {
    const [first, ...rest] = matrix;
    const page = await openSheet(t, first ? [{ ...first, mark: 'star', rating: 4 }, ...rest] : []);
    for (const key of ['s', 'Home', '4']) await page.page.keyboard.press(key);
    assert.deepEqual(await page.take(), [
      { type: 'mark', ids: ['ink-dawn'], change: { mark: null } },
      { type: 'mark', ids: ['ink-dawn'], change: { rating: null } },
    ]);
  });

  test('keeps its place when a filter hides what was marked', async (t) => {
    const page = await openSheet(t);
    await page.page.getByRole('combobox', { name: 'Mark', exact: true }).selectOption('Unmarked');
    const found = (ids: string[]): HostMessage => ({ type: 'found', query: 'mark:none', ids });
    const ids = matrix.map(({ id }) => id);
    await page.tell(found(ids));
    await page.page.getByRole('gridcell', { name: /^ink-noon/ }).click();
    await page.page.keyboard.press('s');
    const [, noon] = matrix;
    if (noon) await page.tell(found(ids.toSpliced(1, 1)), makeItems([{ ...noon, mark: 'star' }]));
    assert.deepEqual(
      [await readCells(page), await readSelection(page), await page.page.locator('.counts .position').textContent()],
      [['ink-dawn ink-dusk', 'oil-dawn oil-noon oil-dusk'], '[ink-dusk]', '5 of 6'],
    );
  });

  test('has each filter within reach of the keyboard', async (t) => {
    const page = await openSheet(
      t,
      matrix.map((item, at) => ({ ...item, job: `j${at % 2}`, model: `m${at % 2}`, run: `r${at % 2}`, amountUsd: at })),
    );
    const reached: unknown[] = [];
    await page.page.keyboard.press('f');
    for (let at = 0; at < 12; at += 1) {
      reached.push(
        await page.page.evaluate('document.activeElement.closest("label")?.innerText.split("\\n")[0].trim()'),
      );
      await page.page.keyboard.press('Tab');
    }
    assert.deepEqual(reached.slice(0, 10), [
      'Mark',
      'Rating',
      'State',
      'Model',
      'Job',
      'Run',
      'Date',
      'Cost',
      'style',
      'light',
    ]);
    await page.page.keyboard.press('Escape');
    assert.equal(await readSelection(page), '[ink-dawn]');
  });

  test('says what to do while there are no results, and shows the first one', async (t) => {
    const page = await openSheet(t, []);
    const none = page.page.locator('.sheet').getByRole('heading', { name: 'No results yet' });
    await none.waitFor();
    for (const key of ['ArrowRight', 'Control+ ', 'Control+a', 's', 'c', 'Shift+F10'])
      await page.page.keyboard.press(key);
    await page.page.locator('.sheet').getByRole('button', { name: 'Open Job File' }).click();
    const sent = await page.take();
    await page.tell(makeItems(matrix.slice(0, 1)));
    assert.deepEqual(
      [sent, await none.isVisible(), await readCells(page)],
      [[{ type: 'act', id: null, action: 'openJobFile' }], false, ['ink-dawn']],
    );
    assert.equal(await page.page.getByRole('heading', { name: 'No result matches the filters' }).isVisible(), false);
  });

  test('begins at its first result if it does not show the one of the stage', async (t) => {
    const page = await openPage(t, { items: [...matrix, makeArtifactItem('gone', -9)], width: 1000 });
    for (const key of ['End', 'g']) await page.page.keyboard.press(key);
    assert.equal(await readSelection(page), '[ink-dawn]');
  });

  test('hides what was deleted, and moves on', async (t) => {
    const page = await openSheet(t);
    await page.page.keyboard.press('Delete');
    const [first] = matrix;
    if (first) await page.tell(makeItems([{ ...first, uri: null }]));
    assert.deepEqual(await readSelection(page), '[ink-noon]');
    await page.page.getByRole('combobox', { name: 'State' }).selectOption('Missing');
    await page.tell({ type: 'found', query: 'status:missing', ids: ['ink-dawn'] });
    assert.deepEqual(await readCells(page), ['ink-dawn']);
  });

  test('has other axes as rows and columns, and other sizes, which survive a reload', async (t) => {
    const page = await openSheet(t);
    await page.page.getByRole('combobox', { name: 'Rows' }).selectOption('light');
    const turned = await readCells(page);
    await page.page.getByRole('combobox', { name: 'Columns' }).selectOption('');
    await page.page.getByRole('slider', { name: 'Cell size' }).fill('320');
    const wide = await readCells(page);
    await page.page.reload();
    await page.tell(initMessage, makeItems(matrix, { part: 'first' }));
    assert.deepEqual(
      [turned, wide, await readCells(page)],
      [
        ['ink-dawn oil-dawn', 'ink-noon oil-noon', 'ink-dusk oil-dusk'],
        ['ink-dawn', 'ink-noon', 'ink-dusk', 'oil-dawn'].slice(0, wide.length),
        wide,
      ],
    );
  });

  test('has cells with which the columns of a matrix fit the page, and counts at any width', async (t) => {
    const seen: unknown[] = [];
    for (const width of [1000, 420, 250, 200]) {
      const page = await openSheet(t, matrix, { width });
      const side = await page.page
        .locator('.cell-picture')
        .first()
        .evaluate((cell) => cell.clientWidth);
      const grid = page.page.locator('.grid');
      const isWhole = await grid.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
      seen.push([side >= 46 && side <= 208, isWhole, await page.page.locator('.counts .position').isVisible()]);
    }
    assert.deepEqual(seen, [
      [true, true, true],
      [true, true, true],
      [true, true, true],
      [true, false, true],
    ]);
  });
});

describe('While results arrive, the contact sheet', () => {
  test('fills cells in place, and shows new ones only when the user wants it', async (t) => {
    const tasks = lights.map((light, index) =>
      makeTaskItem(`t${index}`, index, { index: index + 1, axes: [['light', light]], state: 'planned' }),
    );
    const page = await openPage(t, { items: tasks, width: 1000 });
    await page.page.keyboard.press('g');
    const before = await readCells(page);
    const [, second] = tasks;
    await page.tell(
      makeItems([
        makeArtifactItem('t1', 99, { media: 'markdown', uri: 'x:y', axes: second?.axes ?? [], index: 2 }),
        makeTaskItem('late', 100, { state: 'planned' }),
      ]),
    );
    const during = await readCells(page);
    const chip = page.page.getByRole('button', { name: '1 new' });
    await chip.click();
    assert.deepEqual(
      [before, during, await readCells(page), await chip.isVisible()],
      [
        ['t0, Waiting, column dawn t1, Waiting, column noon t2, Waiting, column dusk'],
        ['t0, Waiting, column dawn t1 t2, Waiting, column dusk'],
        ['t0, Waiting, column dawn t1 t2, Waiting, column dusk', 'late, Waiting, column dawn'],
        false,
      ],
    );
  });

  test('shows new ones with R, and does not with another size of its cells', async (t) => {
    const page = await openSheet(t, matrix.slice(0, 1));
    await page.tell(makeItems(matrix.slice(1, 2)));
    await page.page.getByRole('slider', { name: 'Cell size' }).fill('88');
    const before = await readCells(page);
    await page.page.locator('.cell').focus();
    await page.page.keyboard.press('r');
    const after = await readCells(page);
    // The rest of the list is not new.
    await page.tell(makeItems(matrix.slice(2), { part: 'rest' }));
    const counts = [before, after, await readCells(page)].map((lines) => lines.join(' ').split(' ').length);
    assert.deepEqual(counts, [1, 2, 6]);
  });

  test('shows the results of a run that the user has started at once', async (t) => {
    const page = await openSheet(t, matrix.slice(0, 1));
    await page.tell(makeItems(matrix.slice(1)), { type: 'follow', id: null });
    assert.equal((await readCells(page)).length, 2);
  });
});

test('the sheet of a session shows thumbnails and marks, and what it marks comes back', async (t) => {
  const scene = makeSheetScene();
  const opened = await openSession(t, { scene, width: 1000 });
  opened.session.show('sheet');
  await until(opened, `document.querySelectorAll('.cell img').length > 8`);
  await opened.page
    .getByRole('gridcell', { name: /hero-noon-watercolor-2K.png, starred, rating 5, with a note/ })
    .click();
  await opened.page.keyboard.press('x');
  await opened.page.getByRole('gridcell', { name: /hero-noon-watercolor-2K.png, rejected, rating 5/ }).waitFor();
  assert.deepEqual(opened.acts, ['mark hero-noon-watercolor-2K.png {"mark":"reject"}']);
});
