import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { makePng } from '../support/previewHarness/media.ts';
import { makeArtifactItem, makeItems, makeTaskItem } from '../support/previewHarness/messages.ts';
import { openPage, outline, showDetails, uriOf, until, type TestPage } from './openPage.ts';

const files = new Map([
  ['large.png', makePng(1600, 800, 1)],
  ['small.png', makePng(60, 40, 2)],
  ['other.png', makePng(320, 200, 3)],
  // Two frames of one pixel, and four pixels.
  [
    'moving.gif',
    Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEKAAAALAAAAAABAAEAAAIBRAAh+QQBCgAAACwAAAAAAQABAAACAUwAOw==', 'base64'),
  ],
  [
    'small.avif',
    Buffer.from(
      'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAAB0AAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAAAIAAAACAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgQ0MAAAAABNjb2xybmNseAACAAIAAYAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAACVtZGF0EgAKCBgANogQEAwgMg8f8D///8WfhwB8+ErK42A=',
      'base64',
    ),
  ],
]);

async function openImage(t: TestContext, name: string): Promise<TestPage> {
  const item = makeArtifactItem('a', 1, { uri: await uriOf(name) });
  const page = await openPage(t, { files, width: 624, height: 459, items: [item] });
  await page.page.locator('.image.loaded').waitFor();
  return page;
}

/** Scale in percent and the position of the image, in pixels of the stage, which is 624 × 424 here. */
async function readZoom({ page }: TestPage): Promise<readonly [string, number, number]> {
  const level = await page.locator('.zoom-level').textContent();
  const { x, y } = await page.locator('.image').evaluate((image) => image.getBoundingClientRect());
  const { top } = await page.locator('main.stage').evaluate((stage) => stage.getBoundingClientRect());
  return [level ?? '', Math.round(x), Math.round(y - top)];
}

describe('An image', () => {
  test('fits with a margin, is described by its prompt, and has named controls', async (t) => {
    const page = await openImage(t, 'large.png');
    await showDetails(page, 'a', {});
    const alone = await page.page.locator('.image').getAttribute('alt');
    await showDetails(page, 'a', { prompt: 'A lighthouse' });
    assert.deepEqual([alone, await readZoom(page)], ['a.png', ['38%', 12, 62]]);
    assert.deepEqual(await outline(page, 'main'), [
      'main:',
      'group "Image a.png. Plus and minus zoom, F fits, A is actual size, Shift and arrow keys move.":',
      'img "A lighthouse"',
      'group "Zoom":',
      'button "Zoom Out (-)"',
      'text: 38%',
      'button "Zoom In (+)"',
      'button "Fit (F)"',
      'button "Actual Size (A)"',
      'button "Copy Image"',
    ]);
  });

  for (const name of ['small.png', 'moving.gif', 'small.avif']) {
    test(`is copied as PNG in its own size: ${name}`, async (t) => {
      const { page } = await openImage(t, name);
      const shown = await page.evaluate(
        `(({ naturalWidth, naturalHeight }) => [naturalWidth, naturalHeight])(document.querySelector('.image'))`,
      );
      await page.getByRole('button', { name: 'Copy Image' }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      const copied = await page.evaluate(`(async () => {
        const [item] = await navigator.clipboard.read();
        const { width, height } = await createImageBitmap(await item.getType('image/png'));
        return [item.types.join(), width, height];
      })()`);
      assert.deepEqual(copied, ['image/png', ...(shown as readonly number[])]);
    });
  }

  test('shows that it is being copied, and once more what to do if that fails', async (t) => {
    const { page } = await openImage(t, 'small.png');
    await page.evaluate(`navigator.clipboard.write = () => new Promise((_, fail) => (window.fail = fail))`);
    await page.getByRole('button', { name: 'Copy Image' }).click();
    await page.getByRole('button', { name: 'Copying...' }).waitFor();
    await page.evaluate('window.fail()');
    await page.locator('.zoom-bar').getByText('Not copied. Try again.').waitFor();
    const said = await page.locator('[role=status]').allTextContents();
    await page.evaluate('delete navigator.clipboard.write');
    await page.getByRole('button', { name: 'Copy Image' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    assert.deepEqual([said.includes('Not copied. Try again.'), await page.getByText('Not copied').count()], [true, 0]);
  });

  test('that is small is not enlarged', async (t) => {
    assert.deepEqual(await readZoom(await openImage(t, 'small.png')), ['100%', 282, 192]);
  });

  test('zooms around the middle with keys and with the same steps by buttons', async (t) => {
    const page = await openImage(t, 'large.png');
    const press = async (key: string) => {
      await page.page.keyboard.press(key);
      return readZoom(page);
    };
    const click = async (name: string) => {
      await page.page.getByRole('button', { name }).click();
      return readZoom(page);
    };
    assert.deepEqual(
      [
        await press('a'),
        await press('Shift+ArrowRight'),
        await press('Shift+ArrowDown'),
        await press('-'),
        await press('f'),
      ],
      [
        ['100%', -488, -188],
        ['100%', -548, -188],
        ['100%', -548, -248],
        ['80%', -376, -156],
        ['38%', 12, 62],
      ],
    );
    assert.deepEqual(
      [await click('Zoom In (+)'), await click('Zoom Out (-)'), await click('Actual Size (A)'), await click('Fit (F)')],
      [
        ['47%', -63, 25],
        ['38%', 12, 62],
        ['100%', -488, -188],
        ['38%', 12, 62],
      ],
    );
  });

  test('zooms at the pointer with the wheel, and cannot be moved off the stage', async (t) => {
    const page = await openImage(t, 'large.png');
    await page.page.mouse.move(12, 435);
    await page.page.mouse.wheel(0, -200);
    await until(page, `document.querySelector('.zoom-level').textContent === '56%'`);
    const zoomed = await readZoom(page);
    await page.page.mouse.down();
    await page.page.mouse.move(500, 435);
    await page.page.mouse.up();
    assert.deepEqual(
      [zoomed, await readZoom(page)],
      [
        ['56%', 0, -24],
        ['56%', 0, -24],
      ],
    );
  });

  test('is dragged with the pointer, and follows it no longer after the button is up', async (t) => {
    const page = await openImage(t, 'large.png');
    await page.page.keyboard.press('a');
    for (const button of ['right', 'left'] as const) {
      await page.page.mouse.move(300, 200);
      await page.page.mouse.down({ button });
      // The button is released over the toolbar.
      await page.page.mouse.move(250, 20, { steps: 3 });
      await page.page.mouse.up({ button });
      await page.page.mouse.move(100, 100);
    }
    assert.deepEqual(await readZoom(page), ['100%', -538, -368]);
  });

  test('that the user has zoomed is not replaced by a result that arrives', async (t) => {
    const page = await openImage(t, 'large.png');
    await page.page.keyboard.press('+');
    await page.tell(makeItems([makeArtifactItem('n', 9)]));
    assert.equal(await page.page.locator('.toolbar .name').textContent(), 'a.png');
  });

  test('zooms in and out with a double click, and selects nothing', async (t) => {
    const small = await openImage(t, 'small.png');
    await small.page.locator('.viewport').dblclick({ position: { x: 312, y: 212 } });
    assert.deepEqual(await readZoom(small), ['200%', 252, 172]);
    const page = await openImage(t, 'large.png');
    const image = page.page.locator('.viewport');
    await image.dblclick({ position: { x: 12, y: 62 } });
    const zoomed = await readZoom(page);
    await image.dblclick();
    const selection = await page.page.evaluate('[getSelection().type, getSelection().toString()]');
    assert.deepEqual(
      [zoomed, await readZoom(page), selection],
      [
        ['100%', 0, 0],
        ['38%', 12, 62],
        ['None', ''],
      ],
    );
  });

  test('shows single pixels when it is large, and a hand when it can be moved', async (t) => {
    const page = await openImage(t, 'small.png');
    const classes = () =>
      page.page.evaluate(`['.image', '.viewport'].map((name) => document.querySelector(name).className)`);
    const fitting = await classes();
    const wide = await openImage(t, 'large.png');
    await wide.page.keyboard.press('+');
    assert.equal(await wide.page.locator('.viewport').getAttribute('class'), 'viewport can-pan');
    for (let step = 0; step < 12; step += 1) await page.page.keyboard.press('+');
    assert.deepEqual(
      [fitting, await classes()],
      [
        ['image loaded', 'viewport'],
        ['image loaded pixelated', 'viewport can-pan'],
      ],
    );
  });

  test('fits again when the page changes its size, unless the user has zoomed', async (t) => {
    const page = await openImage(t, 'large.png');
    const resize = async (width: number, level: string) => {
      await page.page.setViewportSize({ width, height: 459 });
      await until(page, `document.querySelector('.viewport').clientWidth === ${width}`);
      await page.page.locator('.zoom-level', { hasText: level }).waitFor();
    };
    // An image that fits cannot be moved, so it still fits.
    await page.page.keyboard.press('Shift+ArrowRight');
    await resize(424, '25%');
    await page.page.keyboard.press('a');
    await resize(524, '100%');
  });
});

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
