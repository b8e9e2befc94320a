import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makePng } from '../support/previewHarness/media.ts';
import { makeArtifactItem, makeDetails } from '../support/previewHarness/messages.ts';
import { openPage, showDetails, uriOf, type TestPage } from './openPage.ts';

describe('The details', () => {
  const full = {
    file: 'a.png',
    model: 'seedream',
    taskId: 'task_1',
    amountUsd: 0.0004,
    at: Date.UTC(2026, 10, 20, 9),
    bytes: 1_234_567,
    width: 2048,
    height: 1024,
    seconds: 65,
    tookMs: 12_400,
    prompt: 'A lighthouse\nat dawn',
    seed: '18446744073709551615',
    job: 'still',
    fields: [{ name: 'size', value: '2K' }],
  };
  const readAll = ({ page }: TestPage, name: string) => page.locator(`.details ${name}`).allTextContents();

  test('show what is known, the words of the user first, and a dash for an unknown cost or task', async (t) => {
    const page = await openPage(t, { items: [makeArtifactItem('a', 1, { uri: null, axes: [['light', 'dawn']] })] });
    await showDetails(page, 'a', full);
    const [heads, names, values] = [await readAll(page, 'h2'), await readAll(page, 'dt'), await readAll(page, 'dd')];
    assert.deepEqual(heads, ['Prompt', 'Details', 'Request']);
    assert.equal(await page.page.locator('.prompt').textContent(), full.prompt);
    assert.deepEqual(names, [
      'light',
      'Seed',
      'Cost',
      'File',
      'Model',
      'Date',
      'Dimensions',
      'Duration',
      'File size',
      'Generation time',
      'Job',
      'Task ID',
      'Profile',
      'Endpoint',
      'size',
    ]);
    assert.deepEqual(
      values.filter((_, index) => index !== 5),
      [
        'dawn',
        '18446744073709551615',
        '$0.0004',
        'a.png',
        'seedream',
        '2048 × 1024',
        '1:05',
        '1.23 MB',
        '0:12',
        'still',
        'task_1',
        'studio',
        '/v1/images/generations',
        '2K',
      ],
    );
    assert.match(values[5] ?? '', /2026/);

    const codes = await readAll(page, 'dd.code');
    assert.deepEqual(codes, ['dawn', full.seed, 'a.png', 'seedream', 'task_1', '/v1/images/generations', '2K']);

    await showDetails(page, 'a', { width: 7 });
    assert.deepEqual(await readAll(page, 'h2'), ['Details']);
    assert.deepEqual(await readAll(page, 'dd'), [
      'dawn',
      '–',
      await page.page.locator('dd').nth(2).textContent(),
      '–',
      'studio',
      '/v1/images/generations',
    ]);
    assert.equal(await page.page.locator('dd').nth(1).getAttribute('title'), 'Unknown');
  });

  test('of the sandbox name it in place of a cost', async (t) => {
    const page = await openPage(t, { items: [makeArtifactItem('a', 1, { uri: null })] });
    await showDetails(page, 'a', { amountUsd: 0.04, isSandbox: true });
    assert.equal(await page.page.locator('dt:text-is("Cost") + dd').textContent(), 'Sandbox');
  });

  test('are open where there is room, until the user decides', async (t) => {
    const files = new Map([['a.png', makePng(40, 30, 1)]]);
    const page = await openPage(t, { files, items: [makeArtifactItem('a', 1, { uri: await uriOf('a.png') })] });
    const panel = page.page.getByRole('complementary', { name: 'Details' });
    const isOpen = async (width: number): Promise<boolean> => {
      await page.page.setViewportSize({ width, height: 640 });
      await page.page.evaluate('new Promise(requestAnimationFrame)');
      return panel.isVisible();
    };
    const alone = [await isOpen(900), await isOpen(600), await isOpen(720)];
    await page.page.getByRole('button', { name: 'Hide Details' }).click();
    assert.deepEqual([alone, await isOpen(900), await isOpen(600)], [[true, false, true], false, false]);
    const toggle = page.page.getByRole('button', { name: 'Show Details', expanded: false });
    await toggle.click();
    assert.deepEqual([await isOpen(600), await toggle.count()], [true, 0]);
  });

  test('stay the same elements while a text grows', async (t) => {
    const page = await openPage(t, { items: [makeArtifactItem('a', 1)] });
    await showDetails(page, 'a', { prompt: 'A cat', text: 'one' });
    await page.page.evaluate(`globalThis.shown = document.querySelector('.prompt')`);
    const isSame = () => page.page.evaluate(`globalThis.shown === document.querySelector('.prompt')`);
    await showDetails(page, 'a', { prompt: 'A cat', text: 'one two' });
    assert.equal(await isSame(), true);
  });

  test('of another item than the selected one are ignored', async (t) => {
    const page = await openPage(t, {
      items: [makeArtifactItem('b', 2, { uri: null }), makeArtifactItem('a', 1, { uri: null })],
    });
    await showDetails(page, 'a', { prompt: 'Of a' });
    await showDetails(page, 'b', { prompt: 'Of b' });
    await page.tell({ type: 'details', details: makeDetails('a', { prompt: 'Of a' }) });
    assert.equal(await page.page.locator('.prompt').textContent(), 'Of b');
  });
});
