import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { makePng } from '../support/previewHarness/media.ts';
import { makeArtifactItem, makeItems } from '../support/previewHarness/messages.ts';
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
  const page = await openPage(t, { files, width: 624, height: 487, items: [item] });
  await page.page.locator('.image.loaded').waitFor();
  return page;
}

/** Scale in percent and the position of the image, in pixels of the stage, which has 624 × 424 above its buttons. */
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
