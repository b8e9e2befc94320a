import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeArtifactItem, makeTaskItem } from '../support/previewHarness/messages.ts';
import { matrix, openSheet, readCells } from './openSheet.ts';

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

test('A name has the folder of its job file, unless a heading has it', async (t) => {
  const of = (group: string, ...ids: readonly string[]) =>
    ids.map((id) => makeArtifactItem(id, 1, { group, name: `${group.split('/')[0]}/${id}.md` }));
  const items = [...of('sea/a', '1', '2', '3', '4', '5', '6'), ...of('sky/b', '7')];
  const { page } = await openSheet(t, items, { width: 1000 });
  await page.locator('.search').fill('status:any');
  const headings = await page.locator('.heading .row-label').allTextContents();
  const names = await page.locator('.cell-name').allTextContents();
  assert.deepEqual(
    [headings, names],
    [
      ['sea/a', 'Other results'],
      ['1.md', '2.md', '3.md', '4.md', '5.md', '6.md', 'sky/7.md'],
    ],
  );
});

test('Each cell says what it is, and only a file can be dragged', async (t) => {
  const song = makeArtifactItem('song', 4, {
    media: 'audio',
    uri: 'x:y',
    seconds: 65,
    mark: 'reject',
    note: 'Too fast',
  });
  const items = [makeTaskItem('task', 5), song, matrix[0] ?? song, makeArtifactItem('gone', 0)];
  const page = await openSheet(t, items, { expected: /Content Security Policy/ });
  await page.tell({ type: 'show', view: 'sheet', query: 'status:any' });
  const cells = await page.page.locator('.cell').evaluateAll((all) =>
    all.map((cell) => {
      if (!(cell instanceof HTMLElement)) return null;
      const caption = cell.querySelector('.cell-caption')?.textContent ?? '';
      return [
        caption,
        cell.title,
        cell.draggable,
        ['rejected', 'live'].filter((each) => cell.classList.contains(each)),
      ];
    }),
  );
  assert.deepEqual(cells, [
    ['Running', 'task', false, ['live']],
    ['song.png1:05', 'Too fast', true, ['rejected']],
    ['ink-dawn.png', 'ink-dawn.png', true, []],
    ['gone.png', 'gone.png', false, []],
  ]);
});

test('The line below the grid has the facts about the active result', async (t) => {
  const facts = { model: 'seedream', amountUsd: 0.04, note: 'Too dark' };
  const items = matrix.map((item, at) => ({ ...item, ...facts, isSandbox: at > 0 }));
  const { page } = await openSheet(t, items);
  const read = () => page.locator('.info-facts').textContent();
  const first = await read();
  await page.keyboard.press('ArrowRight');
  assert.deepEqual(
    [first, await read()],
    [
      'ink-dawn.png · style: ink · light: dawn · seedream · $0.04 · Too dark',
      'ink-noon.png · style: ink · light: noon · seedream · Too dark',
    ],
  );
});

test('Groups of the contact sheet have headings, and each cell its row and column', async (t) => {
  const sized = ['2K', '4K'].flatMap((size) =>
    matrix.map((item): typeof item => ({ ...item, id: `${item.id}-${size}`, axes: [...item.axes, ['size', size]] })),
  );
  const [first] = sized;
  const again = first ? [{ ...first, id: 'z', name: 'again' }] : [];
  const { page } = await openSheet(t, [...sized, ...again, makeTaskItem('loose')], { height: 2400 });
  const rows = await page.getByRole('rowheader').filter({ visible: true }).allTextContents();
  const headings = await page.locator('.grid-line.heading').allTextContents();
  const grid = await page
    .getByRole('grid')
    .evaluate(({ ariaRowCount, ariaColCount }) => [ariaRowCount, ariaColCount].join());
  const place = (name: string) =>
    page
      .getByRole('gridcell', { name, exact: true })
      .evaluate((cell) => [cell.parentElement?.getAttribute('aria-rowindex'), cell.ariaColIndex].join());
  assert.deepEqual(
    [rows, headings, grid, await place('again, row ink, column dawn'), await place('loose, Running, column dawn')],
    [
      ['size: 2K', 'ink', '', 'oil', 'size: 4K', 'ink', 'oil', 'Other results', ''],
      ['size: 2K', 'size: 4K', 'Other results'],
      '10,4',
      '4,2',
      '10,2',
    ],
  );
  await page.getByRole('combobox', { name: 'Rows' }).selectOption('');
  await page.getByRole('combobox', { name: 'Columns' }).selectOption('');
  await page.getByRole('gridcell', { name: 'ink-dawn.png, column 1', exact: true }).waitFor();
  assert.equal(await page.locator('.grid-line.heading').count(), 0);
  assert.equal(await page.getByRole('rowheader').filter({ visible: true }).count(), 0);
});

test('Results of several job files are below the names of the files, in the order of the sheet, and have no axes', async (t) => {
  const files = ['a/hero', 'b/hero'].map((group, at) => ({ group, at }));
  const items = files.flatMap((file) => matrix.map((item) => ({ ...item, ...file, id: `${file.group}/${item.id}` })));
  const opened = await openSheet(t, items);
  const headings = opened.page.locator('.grid-line.heading .row-label');
  const read = async () => [await headings.allTextContents(), (await readCells(opened)).length];
  assert.deepEqual(await read(), [['b/hero', 'a/hero'], 4]);
  assert.equal(await opened.page.getByRole('columnheader').count(), 0);
  await opened.page.getByLabel('Sort by').selectOption('oldest');
  assert.deepEqual(await read(), [['a/hero', 'b/hero'], 4]);
});

test('A cell that both axes name has no file name, unless results share it, and a filter leaves no empty column', async (t) => {
  const again = makeArtifactItem('again', 9, { media: 'markdown', uri: 'x:y', axes: matrix[0]?.axes ?? [] });
  const page = await openSheet(t, [...matrix, again]);
  const names = await page.page.locator('.cell-name').allTextContents();
  const query = 'mark:star';
  await page.tell({ type: 'show', view: 'sheet', query }, { type: 'found', query, ids: ['ink-dawn', 'oil-dusk'] });
  const headers = await page.page.locator('.grid').getByRole('columnheader').allTextContents();
  assert.deepEqual(
    [names.toSorted(), headers],
    [
      ['again.png', 'ink-dawn.png'],
      ['style', 'dawn', 'dusk'],
    ],
  );
});
