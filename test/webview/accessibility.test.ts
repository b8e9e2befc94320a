import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import { makeMp3, makeMp4, makePng } from '../support/previewHarness/media.ts';
import { makeArtifactItem, makeDetails, makeItems, makeTaskItem } from '../support/previewHarness/messages.ts';
import { richMarkdown } from '../support/previewHarness/textScene.ts';
import type { ThemeName } from '../support/previewHarness/themes.ts';
import { openPage, showDetails, uriOf, type TestPage } from './openPage.ts';

const files = new Map([
  ['a.png', makePng(300, 200, 1)],
  ['a.mp3', makeMp3(2)],
  ['a.mp4', makeMp4(1)],
]);

const sheetItems = ['dawn', 'noon', 'dusk'].flatMap((light, index) => [
  makeArtifactItem(light, 9, {
    media: 'markdown',
    uri: 'x:y',
    axes: [
      ['light', light],
      ['size', '2K'],
    ],
    mark: index === 1 ? 'reject' : 'star',
    rating: 4,
    note: 'Good',
    run: 'r1',
    amountUsd: 0.04,
  }),
  makeTaskItem(`${light} 4K`, 8, {
    state: index === 1 ? 'failed' : 'running',
    progress: 0.3,
    axes: [
      ['light', light],
      ['size', '4K'],
    ],
  }),
]);

/** Functions that bring a page into each of its states. Each resolves when the content is there. */
const states: Readonly<Record<string, (page: TestPage) => Promise<void>>> = {
  reading: async () => undefined,
  empty: (page) => page.tell(makeItems([], { part: 'first' })),
  unreadable: (page) => page.tell({ type: 'readError', reason: 'EACCES' }),
  image: async (page) => {
    await page.tell(
      makeItems([makeArtifactItem('a', 1, { uri: await uriOf('a.png'), isSandbox: true })], { part: 'first' }),
    );
    await showDetails(page, 'a', { prompt: 'A cat', fields: [{ name: 'size', value: '2K' }] });
    await page.page.locator('.image.loaded').waitFor();
  },
  song: async (page) => {
    await page.tell(
      makeItems([makeArtifactItem('a', 2, { media: 'audio', uri: await uriOf('a.mp3') }), makeArtifactItem('b', 1)], {
        part: 'first',
      }),
    );
    await showDetails(page, 'a', { title: 'Harbor', lyrics: 'la la' });
  },
  clip: async (page) => {
    await page.tell(
      makeItems([makeArtifactItem('a', 2, { media: 'video', uri: await uriOf('a.mp4') }), makeArtifactItem('b', 1)], {
        part: 'first',
      }),
    );
    await showDetails(page, 'a', { codecs: { video: ['avc1.42c01e'], audio: ['ac-3'] } });
    await page.page.locator('.video-warning:visible').waitFor();
  },
  text: async (page) => {
    await page.tell(makeItems([makeArtifactItem('a', 1, { media: 'markdown', uri: 'unused' })], { part: 'first' }));
    const pictures = [{ id: 'p', name: 'door.png', uri: await uriOf('a.png') }];
    await showDetails(page, 'a', { text: richMarkdown, pictures, isTextCut: true });
  },
  tasks: async (page) => {
    const actions = ['resubmit', 'dismiss'] as const;
    const failed = makeTaskItem('f', 2, { state: 'unconfirmed', message: 'Because.', actions: [...actions] });
    const writing = makeTaskItem('w', 3, { hasText: true });
    const running = makeTaskItem('r', 4, { progress: 0.4, statusWord: 'processing', actions: ['stopWatching'] });
    await page.tell(makeItems([running, writing, failed, makeArtifactItem('m', 1)], { part: 'first' }));
  },
  failure: async (page) => {
    await states['tasks']?.(page);
    await page.tell({ type: 'select', id: 'f' });
  },
  writing: async (page) => {
    await states['tasks']?.(page);
    await page.tell(
      { type: 'select', id: 'w' },
      { type: 'details', details: makeDetails('w', { text: '# Title\n\ntext' }) },
    );
  },
  texts: async (page) => {
    const items = ['a', 'b'].map((id) => makeArtifactItem(id, 1, { media: 'markdown', uri: 'x:y' }));
    await page.tell(makeItems(items, { part: 'first' }), { type: 'compare', ids: ['a', 'b'] });
    for (const id of ['a', 'b']) {
      await page.tell({
        type: 'details',
        details: makeDetails(id, { text: `The tide of ${id}\n\nThe end`, seed: id }),
      });
    }
    await page.page.locator('.compare .markdown-block').nth(3).waitFor();
  },
  sheet: async (page) => {
    await page.tell(makeItems(sheetItems, { part: 'first' }), { type: 'show', view: 'sheet', query: null });
    await page.page.keyboard.press('Shift+ArrowRight');
  },
  emptySheet: (page) => page.tell(makeItems([], { part: 'first' }), { type: 'show', view: 'sheet', query: null }),
  noMatch: async (page) => {
    await states['sheet']?.(page);
    await page.tell({ type: 'show', view: 'sheet', query: 'x' }, { type: 'found', query: 'x', ids: [] });
  },
  menu: async (page) => {
    await states['sheet']?.(page);
    await page.page.keyboard.press('Shift+F10');
  },
  note: async (page) => {
    await states['sheet']?.(page);
    await page.page.keyboard.press('n');
  },
  keys: async (page) => {
    await page.page.keyboard.press('Escape');
    await states['sheet']?.(page);
    await page.page.keyboard.press('?');
  },
  compare: async (page) => {
    await page.page.keyboard.press('Escape');
    const uri = await uriOf('a.png');
    const axes: [string, string][] = [['light', 'dawn']];
    const marked = makeArtifactItem('a', 2, { uri, axes, mark: 'star', rating: 4, note: 'Good' });
    await page.tell(makeItems([marked, makeArtifactItem('b', 1, { uri, axes, mark: 'reject' })], { part: 'first' }), {
      type: 'compare',
      ids: ['a', 'b'],
    });
    for (const id of ['a', 'b']) {
      await page.tell({ type: 'details', details: makeDetails(id, { prompt: `A cat, ${id}`, seed: id }) });
    }
    await page.page.locator('.compare .image.loaded').nth(1).waitFor();
  },
  slider: async (page) => {
    await states['compare']?.(page);
    await page.page.keyboard.press('d');
  },
  missing: async (page) => {
    await page.page.keyboard.press('Escape');
    await page.tell({ type: 'show', view: 'stage', query: null });
    await states['tasks']?.(page);
    await page.tell({ type: 'select', id: 'm' });
  },
};

/** Checks a fresh page in each state, one after the other, so that all of them share a tab. */
async function checkStates(t: TestContext, theme: ThemeName, rules?: readonly string[]): Promise<void> {
  for (const [name, bringUp] of Object.entries(states)) {
    await t.test(name, async (each) => {
      const page = await openPage(each, { theme, files, reducesMotion: true });
      await bringUp(page);
      const axe = new AxeBuilder({ page: page.page }).setLegacyMode().options({ resultTypes: ['violations'] });
      // A preview is a part of a window, so it has no title.
      const chosen = rules ? axe.withRules([...rules]) : axe.disableRules(['page-has-heading-one']);
      const { violations } = await chosen.analyze();
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => String(target)).join(', ')}`),
        [],
      );
    });
  }
}

describe('The page breaks no rule for accessibility', () => {
  test('in any state', async (t) => {
    await checkStates(t, 'dark');
  });

  for (const theme of ['light', 'highContrast'] as const) {
    test(`by the colors of the ${theme} theme`, async (t) => {
      await checkStates(t, theme, ['color-contrast']);
    });
  }
});

describe('The page', () => {
  test('moves nothing for a user who wants less motion', async (t) => {
    const page = await openPage(t, { files, reducesMotion: true });
    const moving: unknown[] = [];
    for (const state of ['tasks', 'writing', 'sheet', 'compare', 'reading'] as const) {
      await states[state]?.(page);
      moving.push(await page.page.evaluate('document.getAnimations({ subtree: true }).length'));
    }
    const animated = await openPage(t);
    await states['tasks']?.(animated);
    assert.deepEqual(
      [moving, await animated.page.evaluate('document.getAnimations().length > 0')],
      [[0, 0, 0, 0, 0], true],
    );
  });

  for (const width of [190, 220, 320, 460]) {
    test(`fits into ${width} pixels without scrolling sideways, with all its buttons`, async (t) => {
      const page = await openPage(t, { files, width });
      const cut: string[] = [];
      for (const state of Object.keys(states)) {
        await states[state]?.(page);
        const outside = await page.page.evaluate(
          `[...document.querySelectorAll('.toolbar button, .zoom-bar, main button, .compare button, .sheet :is(select, input), dialog button, .menu-item')]
            .filter((each) => each.checkVisibility() && !each.closest('pre, .table-frame'))
            .filter((each) => { const { left, right } = each.getBoundingClientRect(); return left < 0 || right > innerWidth; })
            .map((each) => each.title || each.className)`,
        );
        const scrolls = await page.page.evaluate('document.scrollingElement.scrollWidth > innerWidth');
        if (scrolls || (outside as string[]).length > 0) cut.push(`${state}: ${String(outside)}`);
      }
      assert.deepEqual(cut, []);
    });
  }
});
