import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TaskItem } from '../../src/protocol/previewItem.ts';
import { makeArtifactItem, makeItems, makeTaskItem } from '../support/previewHarness/messages.ts';
import { openPage, outline, readToolbar, showDetails, uriOf } from './openPage.ts';

const emptyOutline = [
  'main:',
  'heading "No results yet" [level=2]',
  'paragraph: Run Generate in the job file. Its results are shown here.',
  'button "Open Job File"',
];

describe('A page without results', () => {
  test('says that it reads until the list is there, and then that there are no results', async (t) => {
    const page = await openPage(t);
    const reading = await outline(page, 'main');
    await page.tell(makeItems([], { part: 'first' }));
    assert.deepEqual(
      [reading, await outline(page, 'main'), await readToolbar(page), await page.page.locator('.details').isVisible()],
      [['main:', 'status: Reading the runs file...'], emptyOutline, '', false],
    );
  });

  test('opens the job file, and offers nothing that needs a result', async (t) => {
    const page = await openPage(t, { items: [] });
    for (const key of ['s', 'n', 'Delete', 'ArrowRight']) await page.page.keyboard.press(key);
    await page.page.locator('main.stage').getByRole('button').click();
    assert.deepEqual(
      [
        await page.take(),
        await page.page.locator('.stage-view .toolbar button:enabled').count(),
        await outline(page, 'nav'),
      ],
      [
        [{ type: 'ready' }, { type: 'act', id: null, action: 'openJobFile' }],
        2,
        ['navigation "Results, newest first"'],
      ],
    );
  });

  test('says why the results cannot be read, tries again, and forgets the reason as soon as they can', async (t) => {
    const page = await openPage(t);
    await page.tell({ type: 'readError', reason: 'EACCES: permission denied' });
    const failed = await outline(page, 'main');
    await page.page.getByRole('button', { name: 'Try Again' }).click();
    const asked = (await page.take()).at(-1);
    await page.tell({ type: 'readError', reason: null }, makeItems([], { part: 'first' }));
    assert.deepEqual(
      [failed, asked, await outline(page, 'main')],
      [
        [
          'main:',
          'heading "The results cannot be read" [level=2]',
          'paragraph: "EACCES: permission denied"',
          'button "Try Again"',
        ],
        { type: 'readAgain' },
        emptyOutline,
      ],
    );
  });
});

describe('The card of a task', () => {
  test('that runs shows its progress, the word of the gateway and how to stop', async (t) => {
    const running = { progress: 0.35, statusWord: 'processing', actions: ['stopWatching'] } as const;
    const page = await openPage(t, { items: [makeTaskItem('a', 1, { ...running, actions: [...running.actions] })] });
    assert.deepEqual(await outline(page, 'main'), [
      'main:',
      'heading "Running" [level=2]',
      'paragraph: a',
      'progressbar "Progress"',
      'text: 35%',
      'paragraph: "Status of the gateway: \\"processing\\""',
      'button "Stop Watching"',
    ]);
    const bar = page.page.locator('.progress-fill');
    assert.equal(await bar.evaluate((each) => each.style.width), '35%');
    assert.equal(await page.page.locator('.card .spin').count(), 1);
  });

  test('has no keys that mark, because only files have marks', async (t) => {
    const page = await openPage(t, { items: [makeTaskItem('a', 1, { state: 'failed' })] });
    await page.take();
    for (const key of ['s', '5', '0', 'n', 'w', 'Delete']) await page.page.keyboard.press(key);
    assert.deepEqual([await page.take(), await page.page.getByRole('dialog').count()], [[], 0]);
  });

  test('without a number shows a bar that only moves', async (t) => {
    const page = await openPage(t, { items: [makeTaskItem('a')] });
    const bar = page.page.getByRole('progressbar');
    assert.deepEqual(
      [
        await bar.getAttribute('aria-valuenow'),
        await bar.getAttribute('class'),
        await page.page.locator('.hint').count(),
      ],
      [null, 'progress indeterminate', 0],
    );
  });

  test('counts the time since it started by the clock of the host', async (t) => {
    const page = await openPage(t);
    await page.tell(makeItems([makeTaskItem('a', 1, { startedAt: 1_000_000 })], { part: 'first', now: 1_065_010 }));
    assert.equal(await page.page.getByRole('timer').textContent(), '1:05');
  });

  const hints: Partial<Record<TaskItem['state'], RegExp>> = {
    unconfirmed: /got no response, so it may have been charged/,
    lost: /does not know this task/,
    unsaved: /is still at the gateway/,
    stopped: /Select Resume/,
  };
  test('that ended shows its state, its reason, or else what to do next', async (t) => {
    const page = await openPage(t, { items: [] });
    const seen: unknown[] = [];
    for (const state of ['failed', 'unconfirmed', 'lost', 'unsaved', 'stopped', 'skipped'] as const) {
      await page.tell(makeItems([makeTaskItem(state, 1, { state, statusWord: 'done' })], { part: 'first' }));
      const texts = await page.page.locator('main .card :is(h2, .hint, .card-message)').allTextContents();
      seen.push([texts[0], texts.length - 1, hints[state]?.test(texts[1] ?? '') ?? true]);
    }
    await page.tell(makeItems([makeTaskItem('x', 1, { state: 'lost', message: 'Because.' })], { part: 'first' }));
    seen.push(await page.page.locator('main .card :is(.hint, .card-message)').allTextContents());
    assert.deepEqual(seen, [
      ['Failed', 0, true],
      ['Unconfirmed', 1, true],
      ['Lost', 1, true],
      ['Not saved', 1, true],
      ['Stopped', 1, true],
      ['Skipped', 0, true],
      ['Because.'],
    ]);
  });

  test('offers its actions, none that may pay twice as the usual one, and sends the selected one', async (t) => {
    const task = makeTaskItem('a', 1, { state: 'unconfirmed', actions: ['resubmit', 'dismiss'] });
    const page = await openPage(t, { items: [task] });
    const buttons = page.page.locator('main button');
    await buttons.nth(1).click();
    assert.deepEqual(
      [
        await buttons.allTextContents(),
        await buttons.evaluateAll((all) => all.map((each) => each.className)),
        (await page.take()).at(-1),
      ],
      [
        ['Resubmit', 'Dismiss'],
        ['text-button secondary', 'text-button secondary'],
        { type: 'actOnTask', id: 'a', action: 'dismiss' },
      ],
    );
  });

  test('offers what helps with the error, first where the task can only be given up', async (t) => {
    const read = async (changes: Partial<TaskItem>) => {
      const page = await openPage(t, { items: [makeTaskItem('a', 1, { remedy: 'Set API Key', ...changes })] });
      const buttons = page.page.locator('main button');
      await page.page.getByRole('button', { name: 'Set API Key' }).click();
      const classes = await buttons.evaluateAll((all) => all.map((each) => each.className));
      return [await buttons.allTextContents(), classes, (await page.take()).at(-1)];
    };
    const sent = { type: 'runRemedy', id: 'a' };

    assert.deepEqual(
      [await read({ actions: ['stopWatching'] }), await read({ state: 'failed', actions: ['retry'] })],
      [
        [['Set API Key', 'Stop Watching'], ['text-button', 'text-button secondary'], sent],
        [['Retry', 'Set API Key'], ['text-button', 'text-button secondary'], sent],
      ],
    );
  });

  test('keeps the focus on its button while the task makes progress', async (t) => {
    const task = (progress: number) => makeTaskItem('a', 1, { progress, actions: ['stopWatching'] });
    const page = await openPage(t, { items: [task(0.1)] });
    await page.page.getByRole('button', { name: 'Stop Watching' }).focus();
    await page.tell(makeItems([task(0.6)]));
    assert.deepEqual(
      [await page.page.locator(':focus').textContent(), await page.page.locator('.progress-figure').textContent()],
      ['Stop Watching', '60%'],
    );
  });
});

describe('A file that cannot be shown', () => {
  test('that is missing is said to be, with the way to the job file', async (t) => {
    const page = await openPage(t, { items: [makeArtifactItem('a', 1, { uri: null })] });
    assert.deepEqual(await outline(page, 'main'), [
      'main:',
      'heading "a.png is no longer here" [level=2]',
      'paragraph: The file was moved, renamed or deleted, or it is outside this workspace folder. The details show its request.',
      'button "Open Job File"',
    ]);
  });

  test('that is found missing only with its details is said to be', async (t) => {
    const page = await openPage(t, { items: [makeArtifactItem('a', 1, { media: 'text', uri: 'unused' })] });
    await showDetails(page, 'a', { isMissing: true });
    assert.equal(await page.page.locator('main h2').textContent(), 'a.png is no longer here');
  });

  test('that is damaged is said to be, and opens outside only if the host allows it', async (t) => {
    const files = new Map([['bad.png', Buffer.from('not an image')]]);
    const page = await openPage(t, { files, items: [makeArtifactItem('a', 1, { uri: await uriOf('bad.png') })] });
    await page.page.locator('main h2', { hasText: 'a.png cannot be shown' }).waitFor();
    const buttons = page.page.locator('main button');
    const before = await buttons.allTextContents();
    await showDetails(page, 'a', { canOpenOutside: true });
    const after = await buttons.allTextContents();
    await buttons.click();
    assert.deepEqual(
      [before, after, (await page.take()).at(-1)],
      [['Reveal in Explorer'], ['Open Outside'], { type: 'act', id: 'a', action: 'openOutside' }],
    );
  });

  test('of another kind is named, and only revealed', async (t) => {
    const page = await openPage(t, {
      items: [makeArtifactItem('a', 1, { media: 'file', uri: 'unused', name: 'run.command' })],
    });
    await page.page.locator('main button').click();
    assert.deepEqual(
      [
        await page.page.locator('main h2').textContent(),
        (await page.take()).at(-1),
        await page.page.getByRole('button', { name: 'Open File' }).isDisabled(),
      ],
      ['run.command is not shown here', { type: 'act', id: 'a', action: 'reveal' }, true],
    );
  });
});

describe('The toolbar', () => {
  test('counts the results apart from what is in progress', async (t) => {
    const items = [makeTaskItem('c', 3), makeTaskItem('d', 4), makeArtifactItem('b', 2), makeArtifactItem('a', 1)];
    const page = await openPage(t, { items });
    const newest = await readToolbar(page);
    await page.tell({ type: 'select', id: 'd' });
    const live = await readToolbar(page);
    await page.tell({ type: 'select', id: 'b' });
    await page.tell(makeItems([], { removed: ['c', 'd'] }));
    assert.deepEqual(
      [live, newest, await readToolbar(page)],
      ['1 of 2 | in progress | d', '1 of 2 | 2 more in progress | b.png', '1 of 2 | b.png'],
    );
  });

  test('acts on the selected file by its id', async (t) => {
    const page = await openPage(t, {
      items: [makeArtifactItem('b', 2, { uri: null }), makeArtifactItem('a', 1, { media: 'text', uri: 'unused' })],
    });
    await page.tell({ type: 'select', id: 'a' });
    await page.take();
    for (const name of ['Open File', 'Reveal in Explorer', 'Copy Path', 'Recall Job', 'Open Job File']) {
      await page.page.locator('.toolbar').getByRole('button', { name }).click();
    }
    const acts = ['openFile', 'reveal', 'copyPath', 'recall', 'openJobFile'];
    assert.deepEqual(
      await page.take(),
      acts.map((action) => ({ type: 'act', id: 'a', action })),
    );
  });

  test('offers nothing that needs a file on the card of a task', async (t) => {
    const page = await openPage(t, { items: [makeTaskItem('a', 1, { state: 'failed' })] });
    const enabled = await page.page
      .locator('.stage-view .toolbar button:enabled')
      .evaluateAll((all) => all.map((each) => each.getAttribute('title')));
    assert.deepEqual(enabled, ['Open Job File', 'Contact Sheet (G)', 'Hide Details']);
  });

  test('marks results of the sandbox', async (t) => {
    const page = await openPage(t, {
      items: [makeArtifactItem('b', 2, { isSandbox: true }), makeArtifactItem('a', 1)],
    });
    const badge = page.page.locator('.badge');
    const isSandbox = await badge.isVisible();
    await page.tell({ type: 'select', id: 'a' });
    assert.deepEqual([isSandbox, await badge.isVisible()], [true, false]);
  });
});
