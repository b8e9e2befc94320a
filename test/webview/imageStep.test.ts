import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { makePng } from '../support/previewHarness/media.ts';
import { makeArtifactItem, makeItems, makeTaskItem } from '../support/previewHarness/messages.ts';
import { openPage, readToolbar, until, uriOf } from './openPage.ts';

const files = new Map([
  ['small.png', makePng(60, 40, 2)],
  ['other.png', makePng(320, 200, 3)],
]);

describe('The step to another picture', () => {
  /** A page whose next image is held back by the server of the test. */
  async function openHeld(t: TestContext, name = 'other.png') {
    const uri = await uriOf(name);
    const items = [
      makeArtifactItem('b', 2, { uri: `${uri}?held` }),
      makeArtifactItem('a', 1, { uri: await uriOf('small.png') }),
    ];
    const page = await openPage(t, { files, width: 624, height: 560, expected: /404/ });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => void (release = resolve));
    const isHeld = (url: URL): boolean => url.search === '?held';
    await page.page.route(isHeld, async (route) => {
      await held;
      await route.continue();
    });
    t.after(() => page.page.unroute(isHeld));
    await page.tell(makeItems([items[1] as (typeof items)[0]], { part: 'first' }));
    await page.page.locator('.image.loaded').waitFor();
    const visible = () =>
      page.page.evaluate(
        `[...document.querySelectorAll('.stage .image')].filter((image) => image.checkVisibility({ visibilityProperty: true })).map((image) => image.alt)`,
      );
    return { page, items, release, visible };
  }

  test('keeps the last one, with its controls out of reach, until the next is decoded', async (t) => {
    const { page, items, release, visible } = await openHeld(t);
    await page.tell(makeItems(items));
    const before = [
      await visible(),
      await page.page.locator('.zoom-bar:visible').count(),
      await page.page.locator('.leaving').getAttribute('inert'),
    ];
    release();
    await page.page.locator('.image[alt="b.png"].loaded').waitFor();
    await page.page.locator('.leaving').waitFor({ state: 'detached' });
    assert.deepEqual(
      [before, await visible(), await page.page.locator('.zoom-bar:visible').count()],
      [[['a.png'], 1, ''], ['b.png'], 1],
    );
  });

  test('names, frames and marks the one that can be seen, until the next is decoded', async (t) => {
    const { page, items, release } = await openHeld(t);
    await page.tell(makeItems(items));
    const framed = () => page.page.locator('.thumbnail[aria-selected=true]').getAttribute('title');
    const before = [await readToolbar(page), await framed()];
    await page.take();
    await page.page.keyboard.press('s');
    const sent = (await page.take()).find((message) => (message as { type: string }).type === 'mark');
    release();
    assert.deepEqual(
      [before, sent],
      [['2 of 2 | a.png', 'a.png'], { type: 'mark', ids: ['a'], change: { mark: 'star' } }],
    );
    // The mark has moved on to the end of the list, and nothing replaces what is there.
    assert.deepEqual([await readToolbar(page), await framed()], ['2 of 2 | a.png', 'a.png']);
  });

  test('names and frames the next one as soon as it is decoded', async (t) => {
    const { page, items, release } = await openHeld(t);
    await page.tell(makeItems(items));
    release();
    await page.page.locator('.image[alt="b.png"].loaded').waitFor();
    await page.page.locator('.leaving').waitFor({ state: 'detached' });
    assert.equal(await readToolbar(page), '1 of 2 | b.png');
  });

  test('leaves the last one in its full brightness', async (t) => {
    const { page, items, release } = await openHeld(t);
    await page.tell(makeItems(items));
    const brightness = await page.page.locator('.leaving').evaluate((layer) => {
      for (const animation of layer.getAnimations()) animation.finish();
      return getComputedStyle(layer).opacity;
    });
    release();
    await page.page.locator('.leaving').waitFor({ state: 'detached' });
    assert.equal(brightness, '1');
  });

  test('comes with the first result of another run, not with its tasks', async (t) => {
    const { page, items, release, visible } = await openHeld(t);
    release();
    const states = ['running', 'sending', 'planned'] as const;
    const tasks = states.map((state, at) => ({ ...makeTaskItem(`t${at}`, 10 + at, { state }), run: 'another' }));
    await page.tell(makeItems(tasks.map((task) => ({ ...task, state: 'planned' }))), makeItems(tasks));
    const before = [await visible(), await page.page.locator('.card:visible').count()];
    await page.tell(makeItems([{ ...(items[0] as (typeof items)[0]), id: 't0', run: 'another' }]));
    await page.page.locator('.leaving').waitFor({ state: 'detached' });
    assert.deepEqual([before, await visible()], [[['a.png'], 0], ['b.png']]);
  });

  test('waits for the decoder, also for one that refuses the image', async (t) => {
    const { page, items, release, visible } = await openHeld(t);
    await page.page.evaluate(
      `HTMLImageElement.prototype.decode = () => new Promise((_, reject) => { globalThis.refuse = reject; })`,
    );
    await page.tell(makeItems(items));
    release();
    await until(page, `'refuse' in globalThis`);
    const before = await visible();
    await page.page.evaluate('globalThis.refuse()');
    await page.page.locator('.leaving').waitFor({ state: 'detached' });
    assert.deepEqual([before, await visible()], [['a.png'], ['b.png']]);
  });

  for (const [name, event] of [
    ['other.png', 'load'],
    ['gone.png', 'error'],
  ] as const) {
    test(`that the user takes back shows the last one again, also after the late ${event} of the next`, async (t) => {
      const { page, items, release, visible } = await openHeld(t, name);
      await page.tell(makeItems(items));
      await page.page.evaluate(
        `document.querySelector('.image[alt="b.png"]').addEventListener('${event}', () => (globalThis.isLate = true))`,
      );
      await page.page.keyboard.press('ArrowRight');
      await until(page, `document.querySelectorAll('.stage .image').length === 1`);
      release();
      await until(page, 'globalThis.isLate === true');
      await page.page.evaluate('new Promise(requestAnimationFrame)');
      assert.deepEqual([await visible(), await page.page.locator('.leaving').count()], [['a.png'], 0]);
    });
  }

  test('to a card is at once', async (t) => {
    const { page, items, visible } = await openHeld(t);
    await page.tell(makeItems(items), makeItems([makeTaskItem('c', 3, { state: 'failed' })]));
    assert.deepEqual([await visible(), await page.page.locator('main h2').allTextContents()], [[], ['Failed']]);
  });

  test('keeps the focus on the image', async (t) => {
    const { page, items, release } = await openHeld(t);
    await page.page.locator('.viewport').focus();
    await page.page.keyboard.press('ArrowLeft');
    await page.tell(makeItems(items), { type: 'select', id: 'b' });
    release();
    await page.page.locator('.leaving').waitFor({ state: 'detached' });
    assert.match((await page.page.locator(':focus').getAttribute('aria-label')) ?? '', /^Image b\.png/);
  });
});
