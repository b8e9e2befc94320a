import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeArtifactItem, makeItems, makeTaskItem } from '../support/previewHarness/messages.ts';
import { openPage } from './openPage.ts';
import { matrix, openSheet, readSelection } from './openSheet.ts';

describe('The pointer in the contact sheet', () => {
  test('drags the selected results with URIs of the workbench', async (t) => {
    const page = await openSheet(t);
    await page.page.keyboard.press('Shift+ArrowRight');
    const dragged = await page.page.getByRole('gridcell', { name: /^ink-noon/ }).evaluate((cell) => {
      const data = new DataTransfer();
      cell.dispatchEvent(new DragEvent('dragstart', { bubbles: true, cancelable: true, dataTransfer: data }));
      return [data.getData('text/uri-list'), data.getData('ResourceURLs')];
    });
    const uri = 'file:///project/a%20b.png';
    assert.deepEqual(dragged, [`${uri}\r\n${uri}`, JSON.stringify([uri, uri])]);
  });

  test('opens a menu, which the keyboard opens and leaves too', async (t) => {
    const page = await openSheet(t);
    await page.page.getByRole('gridcell', { name: /^oil-dawn/ }).click({ button: 'right' });
    const items = await page.page.getByRole('menuitem').allTextContents();
    await page.page.keyboard.press('ArrowDown');
    await page.page.keyboard.press('ArrowDown');
    await page.page.keyboard.press('Enter');
    await page.page.keyboard.press('Shift+F10');
    await page.page.getByRole('menu').waitFor();
    await page.page.keyboard.press('Escape');
    assert.deepEqual(
      [items.length, items[0], await page.take(), await readSelection(page)],
      [10, 'Show Single ResultEnter', [{ type: 'mark', ids: ['oil-dawn'], change: { mark: 'reject' } }], '[oil-noon]'],
    );
  });

  test('opens a menu whose keys have no effect outside it', async (t) => {
    const page = await openSheet(t);
    const isPrevented = await page.page
      .getByRole('gridcell', { name: /^oil-dawn/ })
      .evaluate((cell) => !cell.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })));
    const seen: unknown[] = [];
    for (const key of ['ArrowUp', 'ArrowDown', 'End', 'ArrowUp', 'Home', 'g']) {
      await page.page.keyboard.press(key);
      seen.push(await page.page.evaluate('document.activeElement.textContent'));
    }
    const open = 'Show Single ResultEnter';
    const last = 'Delete...Delete';
    assert.deepEqual([isPrevented, seen], [true, [last, open, last, 'Use This CombinationW', open, open]]);
    await page.page.keyboard.press('Tab');
    assert.deepEqual([await page.page.getByRole('menu').count(), await readSelection(page)], [0, '[oil-dawn]']);
  });

  test('does nothing beside the results', async (t) => {
    const page = await openSheet(t);
    const grid = page.page.getByRole('grid');
    for (const event of ['click', 'dblclick', 'contextmenu']) await grid.dispatchEvent(event);
    assert.deepEqual(
      [await page.take(), await page.page.getByRole('menu').count(), await readSelection(page)],
      [[], 0, '[ink-dawn]'],
    );
  });

  test('selects several results with Ctrl and Shift', async (t) => {
    const page = await openSheet(t);
    const click = (name: RegExp, modifiers: ('Control' | 'Shift')[]) =>
      page.page.getByRole('gridcell', { name }).click({ modifiers });
    await click(/^ink-dusk/, []);
    await click(/^oil-noon/, ['Shift']);
    const range = await readSelection(page);
    await click(/^oil-dawn/, ['Control']);
    assert.deepEqual(
      [range, await readSelection(page)],
      ['ink-dusk oil-dawn [oil-noon]', 'ink-dusk [oil-dawn] oil-noon'],
    );
  });
});

describe('Dialogs', () => {
  test('write a note, which is shown in the name of the result', async (t) => {
    const page = await openSheet(t);
    await page.page.keyboard.press('n');
    await page.page.getByRole('textbox', { name: 'Note on ink-dawn.png' }).waitFor();
    // The field has the focus, and Enter begins a line.
    await page.page.keyboard.type('x s 1 <b>bold</b>');
    for (const key of ['Enter', 'ControlOrMeta+a', 'End', '!']) await page.page.keyboard.press(key);
    await page.page.getByRole('button', { name: 'Save' }).click();
    const [first] = matrix;
    if (first) await page.tell(makeItems([{ ...first, note: '<b>bold</b>' }]));
    await page.page.getByRole('gridcell', { name: 'ink-dawn.png, with a note, row ink, column dawn' }).waitFor();
    assert.deepEqual(
      [await page.take(), await page.page.locator('.sheet b').count()],
      [[{ type: 'mark', ids: ['ink-dawn'], change: { note: 'x s 1 <b>bold</b>\n!' } }], 0],
    );
  });

  test('remove a note by a key if its text is empty', async (t) => {
    const page = await openSheet(t);
    await page.page.keyboard.press('n');
    await page.page.getByRole('textbox', { name: 'Note on ink-dawn.png' }).fill('  ');
    await page.page.keyboard.press('ControlOrMeta+Enter');
    assert.deepEqual(await page.take(), [{ type: 'mark', ids: ['ink-dawn'], change: { note: null } }]);
  });

  test('list the keys, and leave the focus where it was', async (t) => {
    const page = await openSheet(t);
    await page.page.keyboard.press('?');
    await page.page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.page.keyboard.press('x');
    await page.page.keyboard.press('Escape');
    assert.deepEqual([await page.take(), await readSelection(page)], [[], '[ink-dawn]']);
  });
});

describe('Marks on the stage', () => {
  test('have a sign each, and a result without marks has none', async (t) => {
    const [first] = matrix;
    assert.ok(first);
    const readSigns = async (changes: Partial<typeof first>): Promise<number[]> => {
      const page = await openPage(t, { items: [{ ...first, ...changes }] });
      const signs = ['.codicon-star-full', '.codicon-circle-slash', '.rating', '.codicon-note'];
      return Promise.all(signs.map((sign) => page.page.locator(`.marks ${sign}`).count()));
    };

    assert.deepEqual(
      [
        await readSigns({}),
        await readSigns({ mark: 'star' }),
        await readSigns({ mark: 'reject', rating: 2 }),
        await readSigns({ note: 'Too dark' }),
      ],
      [
        [0, 0, 0, 0],
        [1, 0, 0, 0],
        [0, 1, 1, 0],
        [0, 0, 0, 1],
      ],
    );
  });

  test('are set with the same keys, are shown, and lead to the next result', async (t) => {
    const page = await openPage(t, { items: matrix });
    await page.take();
    // Results that are equally new are in the order of their ids.
    for (const key of ['s', '5']) await page.page.keyboard.press(key);
    const [first] = matrix;
    if (first) await page.tell(makeItems([{ ...first, mark: 'star', rating: 5 }]));
    const marks = (await page.take()).filter((each) => (each as { type: string }).type === 'mark');
    // Undo turns back to the result that it changes.
    await page.page.keyboard.press('u');
    assert.equal(await page.page.locator('.name').textContent(), 'ink-dusk.png');
    await page.page.getByRole('option', { name: 'ink-dawn.png, starred, rating 5' }).click();
    assert.deepEqual(
      [marks, await page.page.locator('.marks .rating').getAttribute('data-rating')],
      [
        [
          { type: 'mark', ids: ['ink-dawn'], change: { mark: 'star' } },
          { type: 'mark', ids: ['ink-dusk'], change: { rating: 5 } },
        ],
        '5',
      ],
    );
  });

  test('let a deleted result give way to the next one', async (t) => {
    const page = await openPage(t, { items: matrix });
    const [first, , third] = matrix;
    assert.ok(first && third);
    const read = () => page.page.locator('.name').textContent();
    await page.page.keyboard.press('Delete');
    const seen = [await read()];
    // The user is asked first.
    await page.tell(makeItems([{ ...first, rating: 1 }]));
    seen.push(await read());
    await page.tell(makeItems([{ ...first, uri: null }]));
    seen.push(await read());
    // Another program has deleted this one.
    await page.tell(makeItems([{ ...third, uri: null }]));
    assert.deepEqual([seen, await read()], [['ink-dawn.png', 'ink-dawn.png', 'ink-dusk.png'], 'ink-dusk.png']);
  });
});

for (const view of ['stage', 'sheet', 'compare'] as const) {
  test(`Ctrl+Z undoes the last mark, but not in a field (${view})`, async (t) => {
    const page = await openSheet(t);
    if (view === 'stage') await page.page.keyboard.press('Enter');
    if (view === 'compare') await page.tell({ type: 'compare', ids: ['ink-dawn', 'ink-noon'] });
    await page.page.keyboard.press('s');
    await page.take();
    await page.page.keyboard.press('Control+z');
    const undone = await page.take();
    await page.page.keyboard.press('Control+Shift+z');
    if (view === 'sheet') {
      await page.page.keyboard.press('/');
      await page.page.keyboard.press('Control+z');
    }
    assert.deepEqual(
      [undone.filter((message) => !/readDetails/.test(JSON.stringify(message))), await page.take()],
      [[{ type: 'undoMark' }], []],
    );
  });
}

test('The contact sheet exports what the filter shows, as it is arranged, when asked by its button or by the host', async (t) => {
  const page = await openSheet(t, [...matrix, makeTaskItem('task', 2)]);
  await page.page.keyboard.press('/');
  await page.page.keyboard.insertText('a');
  await page.tell({ type: 'found', query: 'a', ids: ['oil-dawn', 'ink-noon', 'task'] });
  await page.take();
  const sheet = {
    rowsName: 'style',
    columnLabels: ['dawn', 'noon'],
    lines: [
      { kind: 'cells', label: 'ink', cells: [null, 'ink-noon'] },
      { kind: 'cells', label: 'oil', cells: ['oil-dawn', null] },
      { kind: 'heading', text: '' },
      { kind: 'cells', label: null, cells: [null] },
    ],
  };
  await page.page.getByRole('button', { name: 'Export What Is Shown' }).press('Enter');
  assert.deepEqual(await page.take(), [{ type: 'export', sheet, isFiltered: true }]);
  await page.page.keyboard.press('Escape');
  await page.page.keyboard.press('g');
  await page.take();
  await page.tell({ type: 'export' });
  assert.deepEqual((await page.take()).at(-1), { type: 'export', sheet, isFiltered: true });
});

test('The contact sheet says when it shows too much for one page, and when it does not list everything', async (t) => {
  const many = Array.from({ length: 142 }, (_, at) =>
    makeArtifactItem(`${at}`, 1, {
      media: 'markdown',
      uri: 'x:y',
      axes: [
        ['row', `${at}`],
        ['column', `${at}`],
      ],
    }),
  );
  const page = await openSheet(t, many);
  await page.page.getByRole('button', { name: 'Export What Is Shown' }).press('Enter');
  await page.page.locator('.info-facts', { hasText: 'At most 20000 cells can be exported at a time.' }).waitFor();
  const sent = await page.take();
  const notice = page.page.getByText('Only the newest 10000 results are listed');
  const before = await notice.count();
  await page.tell({ type: 'limit', count: 10_000 });
  await notice.waitFor();
  await page.tell({ type: 'limit', count: null });
  assert.deepEqual([sent, before, await notice.count()], [[], 0, 0]);
});
