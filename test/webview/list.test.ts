import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makePng } from '../support/previewHarness/media.ts';
import { makeArtifactItem, makeDetails, makeItems, makeTaskItem } from '../support/previewHarness/messages.ts';
import { openPage, outline, readToolbar, uriOf, until, type TestPage } from './openPage.ts';

const three = [3, 2, 1].map((at) => makeArtifactItem(`r${at}`, at));
const selected = ({ page }: TestPage) => page.locator('[role=option][aria-selected=true]').getAttribute('aria-label');

describe('The list of results', () => {
  test('is absent for a single result, and announces position and size of each otherwise', async (t) => {
    const page = await openPage(t, { items: three.slice(0, 1) });
    const single = await outline(page, 'nav');
    await page.tell(makeItems(three, { part: 'first' }));
    const options = await page.page
      .getByRole('option')
      .evaluateAll((all) =>
        all.map((each) =>
          ['aria-label', 'aria-posinset', 'aria-setsize', 'aria-selected']
            .map((name) => each.getAttribute(name))
            .join(' '),
        ),
      );
    assert.deepEqual(single, ['navigation "Results, newest first"']);
    assert.deepEqual(options.toSorted(), ['r1.png 3 3 false', 'r2.png 2 3 false', 'r3.png 1 3 true']);
    const list = page.page.getByRole('listbox', { name: 'Results, newest first' });
    const active = await list.getAttribute('aria-activedescendant');
    assert.equal(await page.page.locator(`[id="${active}"]`).getAttribute('aria-label'), 'r3.png');
    await page.tell(makeItems([], { removed: ['r1'] }));
    assert.equal(await list.isVisible(), true);
  });

  test('distinguishes the takes of a song by a letter', async (t) => {
    const takeOf = (take: string | null, at: number) =>
      makeArtifactItem(`song-${at}`, at, { media: 'audio', seconds: 75, take });
    const clip = makeArtifactItem('clip', 0, { media: 'video', seconds: 9 });
    const page = await openPage(t, { items: [takeOf('A', 3), takeOf('B', 2), takeOf(null, 1), clip] });
    const texts = page.page.locator('.thumbnail-text');
    const signs = await texts.evaluateAll((all) => all.map((each) => each.querySelectorAll('.codicon-play').length));
    assert.deepEqual(
      [await texts.allTextContents(), signs],
      [
        ['A · 1:15', 'B · 1:15', '1:15', '0:09'],
        [0, 0, 0, 1],
      ],
    );
  });

  test('has no more elements than fit, wherever it is, and loads only their pictures', async (t) => {
    const items = Array.from({ length: 5000 }, (_, index) => makeArtifactItem(`i${index}`, 5000 - index));
    const page = await openPage(t, { items, width: 880 });
    const options = page.page.getByRole('option');
    const start = await options.count();
    // The list is wider than the page, but its keys step through the results.
    await page.page.getByRole('listbox').focus();
    await page.page.keyboard.press('End');
    await page.page.locator('[role=option][aria-posinset="5000"]').waitFor();
    assert.ok(start < 30 && (await options.count()) < 30, `${start} and ${await options.count()} elements`);
    assert.deepEqual([await readToolbar(page), await selected(page)], ['5000 of 5000 | i4999.png', 'i4999.png']);
  });

  test('scrolls with a vertical wheel, and stays there while the rest of the page changes', async (t) => {
    const items = Array.from({ length: 60 }, (_, index) => makeArtifactItem(`i${index}`, 60 - index));
    const page = await openPage(t, { items });
    await page.tell({ type: 'select', id: 'i1' });
    const list = page.page.getByRole('listbox');
    await list.hover();
    await page.page.mouse.wheel(0, 900);
    await until(page, `document.querySelector('.filmstrip').scrollLeft === 900`);
    await page.page.locator('[role=option][aria-label="i18.png"]').waitFor();
    await page.tell({ type: 'details', details: makeDetails('i1') });
    const away = await list.evaluate((strip) => strip.scrollLeft);
    await page.page.keyboard.press('Home');
    assert.deepEqual([away, await list.evaluate((strip) => strip.scrollLeft)], [900, 0]);
    assert.match((await list.getAttribute('aria-activedescendant')) ?? '', /i0/);
  });

  test('begins at the result that is selected', async (t) => {
    const items = Array.from({ length: 60 }, (_, index) => makeArtifactItem(`i${index}`, 60 - index));
    const savedState = { jobFile: '', selectedId: 'i50', isDetailsOpen: null, zoom: null };
    const { page } = await openPage(t, { items, savedState });
    const isInView = (strip: Element): boolean => {
      const selected = strip.querySelector('[aria-selected=true]')?.getBoundingClientRect();
      return selected !== undefined && selected.left >= 0 && selected.right <= innerWidth;
    };
    assert.equal(await page.getByRole('listbox').evaluate(isInView), true);
  });

  test('leaves a wheel with a horizontal axis and a pinch to the browser', async (t) => {
    const page = await openPage(t, { items: three });
    const isLeft = await page.page
      .getByRole('listbox')
      .evaluate((list) =>
        [{ deltaY: 9 }, { deltaX: 9 }, { deltaY: 9, ctrlKey: true }].map((wheel) =>
          list.dispatchEvent(new WheelEvent('wheel', { ...wheel, cancelable: true })),
        ),
      );
    assert.deepEqual(isLeft, [false, true, true]);
  });

  test('selects what is clicked, also in the gap of its picture, and asks for its details', async (t) => {
    const page = await openPage(t, { items: three });
    await page.take();
    await page.page.getByRole('option', { name: 'r1.png' }).click();
    assert.deepEqual([await selected(page), await page.take()], ['r1.png', [{ type: 'readDetails', id: 'r1' }]]);
  });
});

describe('The keyboard', () => {
  test('steps through the results within their ends, wherever the focus is', async (t) => {
    const page = await openPage(t, { items: three });
    const seen: unknown[] = [];
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Home', 'End', 'ArrowLeft']) {
      await page.page.keyboard.press(key);
      seen.push(await selected(page));
    }
    await page.page.getByRole('listbox').focus();
    await page.page.keyboard.press('ArrowLeft');
    seen.push(await selected(page));
    assert.deepEqual(
      seen,
      ['r3', 'r2', 'r1', 'r1', 'r3', 'r1', 'r2', 'r3'].map((id) => `${id}.png`),
    );
  });

  test('steps with the buttons, which end where the list does', async (t) => {
    const page = await openPage(t, { items: three });
    const [previous, next] = [
      page.page.getByRole('button', { name: 'Previous' }),
      page.page.getByRole('button', { name: 'Next' }),
    ];
    const ends = async () => [await previous.isDisabled(), await next.isDisabled()];
    const seen = [await ends()];
    await next.click();
    seen.push(await ends());
    await next.click();
    seen.push(await ends());
    assert.deepEqual(seen, [
      [true, false],
      [false, false],
      [false, true],
    ]);
  });

  test('leaves keys with modifiers to the workbench', async (t) => {
    const page = await openPage(t, { items: three });
    for (const key of ['Control+ArrowRight', 'Alt+ArrowRight', 'Meta+ArrowRight', 'Shift+ArrowRight'])
      await page.page.keyboard.press(key);
    assert.equal(await selected(page), 'r3.png');
  });

  test('reaches toolbar, image, details and list in this order', async (t) => {
    const files = new Map([['a.png', makePng(90, 60, 1)]]);
    const items = [makeArtifactItem('b', 2, { uri: await uriOf('a.png') }), makeArtifactItem('a', 1)];
    const page = await openPage(t, { files, items });
    await page.page.locator('.image.loaded').waitFor();
    const seen: (string | null)[] = [];
    for (let step = 0; step < 16; step += 1) {
      await page.page.keyboard.press('Tab');
      seen.push(
        await page.page.evaluate(`document.activeElement.getAttribute('aria-label')?.split(/[ .(]/)[0] ?? null`),
      );
    }
    assert.deepEqual(seen, [
      'Next',
      'Open',
      'Reveal',
      'Copy',
      'Recall',
      'Open',
      'Contact',
      'Hide',
      'Image',
      'Zoom',
      'Zoom',
      'Fit',
      'Actual',
      'Copy',
      'Details',
      'Results,',
    ]);
  });
});

describe('A run that is followed', () => {
  test('shows each new result until the user turns to another one or uses the present one', async (t) => {
    const page = await openPage(t, { items: three.slice(1) });
    const arrive = async (at: number) => {
      await page.tell(makeItems([makeArtifactItem(`n${at}`, at)]));
      return selected(page);
    };
    const followed = await arrive(10);
    await page.page.keyboard.press('ArrowRight');
    const turned = await arrive(11);
    await page.tell({ type: 'follow', id: null });
    const again = await arrive(12);
    await page.page.locator('main.stage').click();
    const used = await arrive(13);
    assert.deepEqual([followed, turned, again, used], ['n10.png', 'r2.png', 'n12.png', 'n12.png']);
  });

  test('announces what was saved and what failed, once, and no progress', async (t) => {
    const page = await openPage(t, { items: [makeTaskItem('a', 1), makeTaskItem('b', 2)] });
    const status = page.page.locator('.preview > [role=status]');
    await page.tell(makeItems([makeTaskItem('a', 1, { progress: 0.5 })]));
    const during = await status.textContent();
    await page.tell(makeItems([makeArtifactItem('a', 3), makeTaskItem('b', 3, { state: 'failed' })]));
    assert.deepEqual([during, await status.textContent()], ['', 'a.png is saved. b: Failed']);
  });
});
