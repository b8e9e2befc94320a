import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  makeArtifactItem,
  makeDetails,
  makeItems,
  makeTaskItem,
  initMessage,
} from '../support/previewHarness/messages.ts';
import { openPage, readToolbar, showDetails, type TestPage } from './openPage.ts';

const body = ({ page }: TestPage) => page.locator('body').innerHTML();
const item = makeArtifactItem('a', 1);

/** The parser is tested for each place of each message. */
const malformed: readonly unknown[] = [
  null,
  'items',
  { type: 'unknown' },
  { type: 'select', id: 7 },
  { type: 'text', id: 'a' },
];

describe('A message that is not one of the host', () => {
  test('changes nothing', async (t) => {
    const page = await openPage(t, { items: [item, makeArtifactItem('b', 0)] });
    await showDetails(page, 'b', { prompt: 'A cat' });
    const before = await body(page);
    await page.take();
    for (const data of malformed) await page.send(data);
    assert.deepEqual([(await body(page)) === before, await page.take()], [true, []]);
  });

  test('does nothing before the page has its strings, and a second start does nothing either', async (t) => {
    const page = await openPage(t, { items: [item, makeArtifactItem('b', 0)] });
    await page.tell({ type: 'select', id: 'b' });
    const before = await body(page);
    await page.tell(initMessage);
    await page.page.keyboard.press('ArrowLeft');
    assert.deepEqual([(await body(page)) === before, await readToolbar(page)], [false, '1 of 2 | a.png']);
  });

  test('with an id that does not exist changes nothing that can be seen', async (t) => {
    const page = await openPage(t, { items: [item] });
    const before = await readToolbar(page);
    await page.tell(
      { type: 'details', details: makeDetails('gone', { prompt: 'x' }) },
      { type: 'text', id: 'gone', start: 0, text: 'x' },
      { type: 'audio', id: 'gone', bytes: new Uint8Array() },
      makeItems([], { removed: ['gone'] }),
    );
    assert.deepEqual([await readToolbar(page), await page.page.locator('.prompt').count()], [before, 0]);
  });
});

describe('Words of others', () => {
  const markup = '<img src=x onerror="document.title=1"><b>bold</b> [x](command:y) $(rocket) {count} &lt;';

  test('are shown as text wherever they are shown', async (t) => {
    const items = [
      makeTaskItem('t', 3, { name: markup, statusWord: markup, message: markup, startedAt: null, state: 'failed' }),
      makeTaskItem('r', 2, { name: markup, statusWord: markup }),
      makeArtifactItem('a', 1, { name: markup, media: 'file', uri: 'unused' }),
      makeArtifactItem('s', 0, { name: markup, media: 'audio', uri: 'data:,' }),
    ];
    const page = await openPage(t, { items, expected: /Content Security Policy|data:/ });
    const seen: Record<string, boolean> = {};
    const look = async (name: string, selector: string) => {
      const texts = await page.page.locator(selector).allTextContents();
      seen[name] = texts.length > 0 && texts.every((text) => text.includes(markup));
    };
    await page.tell({ type: 'select', id: 'r' });
    await look('name of a running task', '.card-name');
    await look('word of the gateway', '.card .hint');
    await page.tell({ type: 'select', id: 't' });
    await look('message', '.card-message');
    await showDetails(page, 'a', {
      file: markup,
      model: markup,
      taskId: markup,
      job: markup,
      profile: markup,
      endpoint: markup,
      prompt: markup,
      seed: markup,
      fields: [{ name: markup, value: markup }],
    });
    await look('title of a notice', 'main h2');
    await look('name in the toolbar', '.toolbar .name');
    await look('prompt', '.prompt');
    seen['details'] =
      (await page.page.locator('.details :is(dt, dd)').allTextContents()).filter((text) => text === markup).length ===
      9;
    const labels = await page.page
      .getByRole('option')
      .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''));
    seen['labels of the list'] = labels.length === 4 && labels.every((label) => label.startsWith(markup));
    await page.tell(makeItems([makeArtifactItem('n', 9, { name: markup })]));
    await look('announcement', '.preview > [role=status]');
    await page.tell(makeItems([], { part: 'first' }), { type: 'readError', reason: markup });
    await look('reason', 'main p');
    assert.deepEqual(
      Object.entries(seen).filter(([, isText]) => !isText),
      [],
    );
    assert.deepEqual(
      [await page.page.locator('[onerror], b, .codicon-rocket').count(), await page.page.title()],
      [0, 'Genwright'],
    );
  });

  test('in titles, lyrics and spoken text are text too', async (t) => {
    const page = await openPage(t, {
      items: [makeArtifactItem('s', 0, { media: 'audio', uri: 'unused' })],
      expected: /404/,
    });
    for (const words of [{ lyrics: markup }, { spokenText: markup }]) {
      await showDetails(page, 's', { title: markup, ...words });
      // The file is missing, so a notice may have replaced the player.
      const texts = await page.page.locator('.clip-title, .words-text').allTextContents();
      assert.deepEqual(
        [texts.every((text) => text === markup), await page.page.locator('[onerror]').count()],
        [true, 0],
      );
    }
  });
});

describe('The policy of the page', () => {
  test('stops scripts, styles, connections, frames and forms that a hole would let in', async (t) => {
    const page = await openPage(t, { items: [], expected: /Content Security Policy|violates|Failed to load|frame/i });
    const reached: string[] = [];
    const elsewhere = 'https://a.test/**';
    await page.page.route(elsewhere, (route) => {
      reached.push(route.request().url());
      return route.fulfill({ body: '' });
    });
    await page.page.evaluate(() => {
      const { document } = globalThis as unknown as {
        document: { body: { insertAdjacentHTML(where: string, html: string): void } };
      };
      document.body.insertAdjacentHTML(
        'beforeend',
        `<img src="https://a.test/x.png" onerror="document.title = 'bad'"><iframe src="https://a.test"></iframe>
         <style>body { color: rgb(1, 2, 3) }</style><link rel="stylesheet" href="https://a.test/x.css">
         <video src="https://a.test/x.mp4"></video><object data="https://a.test/x"></object>`,
      );
    });
    const fetched = await page.page.evaluate(`fetch('https://a.test').then(() => 'fetched', () => 'refused')`);
    const script = await page.page.evaluate(
      `(() => { const script = document.createElement('script'); script.textContent = 'document.title = "bad"'; document.body.append(script); return document.title; })()`,
    );
    const color = await page.page.evaluate('getComputedStyle(document.body).color');
    await page.page.unroute(elsewhere);
    assert.deepEqual([reached, fetched, script, color === 'rgb(1, 2, 3)'], [[], 'refused', 'Genwright', false]);
  });
});
