import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import type { PreviewDetails } from '../../src/protocol/previewItem.ts';
import { makeMp4 } from '../support/previewHarness/media.ts';
import { makeArtifactItem } from '../support/previewHarness/messages.ts';
import { openPage, playAndLeave, showDetails, uriOf, until, type TestPage } from './openPage.ts';

const files = new Map([
  ['clip.mp4', makeMp4(2)],
  ['bad.mp4', Buffer.from('no video')],
]);

describe('A clip', () => {
  async function openClip(t: TestContext, codecs?: PreviewDetails['codecs']): Promise<TestPage> {
    const items = [
      makeArtifactItem('b', 2, { media: 'video', uri: await uriOf('clip.mp4') }),
      makeArtifactItem('a', 1),
    ];
    const page = await openPage(t, { files, items, width: 500, height: 700 });
    await page.page.locator('video.ready').waitFor();
    if (codecs !== undefined) await showDetails(page, 'b', { codecs });
    return page;
  }
  const time = ({ page }: TestPage) => page.evaluate(`Math.round(document.querySelector('.video').currentTime * 24)`);

  test('leaves room for the controls below the picture', async (t) => {
    const page = await openClip(t);
    const [clip, element] = (await page.page.evaluate(
      `(({ videoWidth, videoHeight, clientWidth, clientHeight }) => [clientWidth * videoHeight / videoWidth, clientHeight])(document.querySelector('.video'))`,
    )) as [number, number];
    assert.equal(Math.round(element - clip), 72);
  });

  test('shows no spinner beside its first frame', async (t) => {
    const { page } = await openClip(t);
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('DOM.enable');
    const { nodes } = await devTools.send('DOM.getFlattenedDocument', { depth: -1, pierce: true });
    await devTools.send('CSS.enable');
    const visibilityOf = async (part: string): Promise<string | undefined> => {
      const nodeId = nodes.find(({ attributes }) => attributes?.includes(part))?.nodeId ?? 0;
      const { computedStyle } = await devTools.send('CSS.getComputedStyleForNode', { nodeId });
      return computedStyle.find(({ name }) => name === 'visibility')?.value;
    };
    const parts = ['-internal-media-controls-loading-panel', '-webkit-media-controls-panel'];
    const before = await Promise.all(parts.map(visibilityOf));
    await page.locator('video').focus();
    const used = await Promise.all(parts.map(visibilityOf));
    assert.deepEqual(
      [before, used],
      [
        ['hidden', 'visible'],
        ['visible', 'visible'],
      ],
    );
  });

  test('has controls as wide as its picture, also after the page has another size', async (t) => {
    const { page } = await openClip(t);
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('DOM.enable');
    const widthOfControls = async (): Promise<number | undefined> => {
      const { nodes } = await devTools.send('DOM.getFlattenedDocument', { depth: -1, pierce: true });
      const controls = nodes.find(({ attributes }) => attributes?.includes('-webkit-media-controls'));
      return (await devTools.send('DOM.getBoxModel', { nodeId: controls?.nodeId ?? 0 })).model.width;
    };
    const widths: [number, number | undefined][] = [];
    for (const size of [
      { width: 500, height: 700 },
      { width: 900, height: 800 },
      { width: 900, height: 400 },
    ]) {
      await page.setViewportSize(size);
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      const clip = await page.evaluate(
        `(({ videoWidth, videoHeight, clientWidth, clientHeight }) => Math.min(clientWidth, (clientHeight - 72) * videoWidth / videoHeight))(document.querySelector('.video'))`,
      );
      widths.push([Math.round(Number(clip)), await widthOfControls()]);
    }
    assert.deepEqual(
      widths,
      widths.map(([clip]) => [clip, clip]),
    );
    assert.equal(widths.length, 3);
  });

  test('has the volume of the clip before it, also after the page was loaded again', async (t) => {
    const items = await Promise.all(
      ['b', 'a'].map(async (id, at) => makeArtifactItem(id, 2 - at, { media: 'video', uri: await uriOf('clip.mp4') })),
    );
    const page = await openPage(t, { files, items });
    const clip = `document.querySelector('.stage-layer:not(.leaving) .video')`;
    await page.page.locator('video.ready').waitFor();
    await page.page.evaluate(`Object.assign(${clip}, { volume: 0.25, muted: true })`);
    await until(page, `acquireVsCodeApi().getState().sound.muted`);
    const hear = () => page.page.evaluate(`[${clip}.volume, ${clip}.muted]`);
    await page.page.keyboard.press('ArrowRight');
    await until(page, `${clip}?.getAttribute('aria-label').includes('a.png')`);
    const next = await hear();
    const savedState = await page.page.evaluate('acquireVsCodeApi().getState()');
    const again = await openPage(t, { files, items, savedState });
    await again.page.locator('video.ready').waitFor();
    assert.deepEqual(
      [next, await again.page.evaluate(`[${clip}.volume, ${clip}.muted]`)],
      [
        [0.25, true],
        [0.25, true],
      ],
    );
  });

  test('plays, mutes and steps by frames and seconds with keys', async (t) => {
    const page = await openClip(t);
    const seen: unknown[] = [];
    for (const key of ['.', '.', ',']) {
      await page.page.keyboard.press(key);
      seen.push(await time(page));
    }
    await page.page.locator('.video').focus();
    await page.page.keyboard.press('ArrowRight');
    seen.push(await time(page));
    await page.page.keyboard.press('ArrowLeft');
    seen.push(await time(page));
    await page.page.keyboard.press('m');
    seen.push(await page.page.evaluate(`document.querySelector('.video').muted`));
    const isPaused = () => page.page.evaluate(`document.querySelector('.video').paused`);
    await page.page.keyboard.press('k');
    await until(page, `!document.querySelector('.video').paused`);
    await page.page.keyboard.press('ArrowLeft');
    seen.push(await isPaused());
    await page.page.keyboard.press('.');
    seen.push(await isPaused());
    assert.deepEqual(seen, [1, 2, 1, 48, 0, true, false, true]);
    assert.equal(await page.page.locator('.toolbar .name').textContent(), 'b.png');
  });

  test('says which part cannot be played, and what helps', async (t) => {
    const warning = async (codecs: PreviewDetails['codecs']) => {
      const page = await openClip(t, codecs);
      await page.page.locator('.video-warning:visible').waitFor();
      const text = await page.page.locator('.video-warning').textContent();
      // Space presses the button that has the focus, and plays nothing.
      await page.page.locator('.video-warning button').press('Space');
      assert.equal(await page.page.evaluate(`document.querySelector('.video').paused`), true);
      const sent = (await page.take()).at(-1);
      await showDetails(page, 'b', { codecs, canOpenOutside: true });
      return [text, sent, await page.page.locator('.video-warning button').textContent()];
    };
    const reveal = { type: 'act', id: 'b', action: 'reveal' };
    assert.deepEqual(
      [
        await warning({ video: ['avc1.42c01e'], audio: ['ac-3'] }),
        await warning({ video: ['hvc9.1'], audio: ['ac-3'] }),
      ],
      [
        ['Plays without audio because VS Code has no decoder for ac-3.Reveal in Explorer', reveal, 'Open Outside'],
        ['Plays without video because VS Code has no decoder for hvc9.1.Reveal in Explorer', reveal, 'Open Outside'],
      ],
    );
  });

  test('that plays whole, or whose codecs are unknown, has no warning', async (t) => {
    const page = await openClip(t, null);
    await showDetails(page, 'b', { codecs: { video: ['avc1.42c01e', ''], audio: ['mp4a.40.2', ''] } });
    // The page tries its decoder, and this call comes after.
    await page.page.evaluate(
      `new OfflineAudioContext(1, 1, 8000).decodeAudioData(new ArrayBuffer(4)).catch(() => null)`,
    );
    assert.equal(await page.page.locator('.video-warning').isVisible(), false);
  });

  test('whose audio the browser cannot decode, although it says so, has a warning', async (t) => {
    const page = await openClip(t);
    await page.page.evaluate(`OfflineAudioContext.prototype.decodeAudioData = () => Promise.reject(new Error())`);
    await showDetails(page, 'b', { codecs: { video: ['avc1.42c01e'], audio: ['mp4a.40.2'] } });
    await page.page.locator('.video-warning', { hasText: 'Plays without audio' }).waitFor();
    assert.match((await page.page.locator('.video-warning').textContent()) ?? '', /decoder for AAC/);
  });

  test('stops and releases its file as soon as another result is shown', async (t) => {
    const page = await openClip(t);
    await playAndLeave(page, '.video');
  });

  test('that is damaged is said to be', async (t) => {
    const page = await openPage(t, {
      files,
      items: [makeArtifactItem('a', 1, { media: 'video', uri: await uriOf('bad.mp4') })],
    });
    await page.page.locator('main h2', { hasText: 'a.png cannot be shown' }).waitFor();
  });
});
