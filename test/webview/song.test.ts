import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { makeMp3 } from '../support/previewHarness/media.ts';
import { makeArtifactItem, makeItems } from '../support/previewHarness/messages.ts';
import { openPage, outline, playAndLeave, showDetails, uriOf, until, type TestPage } from './openPage.ts';

const song = makeMp3(40);
const files = new Map([
  ['song.mp3', song],
  ['bad.mp3', Buffer.from('no audio')],
]);

const played = `Math.round(parseFloat(document.querySelector('.waveform').style.getPropertyValue('--played')))`;

describe('A song', () => {
  async function openSong(t: TestContext): Promise<TestPage> {
    const items = [
      makeArtifactItem('b', 2, { media: 'audio', uri: await uriOf('song.mp3'), seconds: 40 }),
      makeArtifactItem('a', 1),
    ];
    const page = await openPage(t, { files, items });
    await until(page, `document.querySelector('audio').duration > 0`);
    return page;
  }
  const state = ({ page }: TestPage) =>
    page.evaluate(
      `(({ currentTime, paused, muted }) => [Math.round(currentTime), paused, muted])(document.querySelector('audio'))`,
    );

  test('has named controls, and its time also as words', async (t) => {
    const page = await openSong(t);
    assert.deepEqual(await outline(page, 'main'), [
      'main:',
      'heading "b.png" [level=2]',
      'slider "Position": "0"',
      'button "Play (Space)"',
      'text: 0:00 / 0:40',
      'button "Mute"',
    ]);
    assert.equal(await page.page.getByRole('slider').getAttribute('aria-valuetext'), '0:00 of 0:40');
  });

  test('shows the text that was spoken', async (t) => {
    const page = await openSong(t);
    const words = page.page.getByRole('region', { name: 'Spoken text' });
    await showDetails(page, 'b', { spokenText: 'Welcome\nto Genwright.' });
    const seen = [await words.locator('.words-text').textContent()];
    await showDetails(page, 'b', {});
    assert.deepEqual([seen, await words.isVisible()], [['Welcome\nto Genwright.'], false]);
  });

  test('shows the title and the lyrics of the clip, and no empty lyrics', async (t) => {
    const page = await openSong(t);
    const lyrics = page.page.getByRole('region', { name: 'Lyrics' });
    const seen = [await lyrics.isVisible()];
    await showDetails(page, 'b', { title: 'Harbor', lyrics: '[Verse]\nla la' });
    seen.push(await lyrics.isVisible());
    const texts = [
      await page.page.locator('.clip-title').textContent(),
      await page.page.locator('.words-text').textContent(),
    ];
    await showDetails(page, 'b', { title: '', lyrics: ' \n' });
    seen.push(await lyrics.isVisible());
    texts.push(await page.page.locator('.clip-title').textContent());
    assert.deepEqual(
      [seen, texts],
      [
        [false, true, false],
        ['Harbor', '[Verse]\nla la', 'b.png'],
      ],
    );
  });

  test('asks for its bytes, and draws them as bars of which the loudest fills the height', async (t) => {
    const page = await openSong(t);
    assert.deepEqual((await page.take()).at(-1), { type: 'readAudio', id: 'b' });
    await page.tell({ type: 'audio', id: 'b', bytes: Uint8Array.from(song) });
    await page.page.locator('.waveform.drawn').waitFor();
    const path = String(await page.page.locator('.waveform-played path').getAttribute('d'));
    assert.equal(await page.page.locator('.waveform-rest path').getAttribute('d'), path);
    const heights = [...path.matchAll(/v([\d.]+)h/g)].map(([, height]) => Number(height));
    assert.deepEqual([heights.length, Math.max(...heights), Math.min(...heights) >= 3], [160, 100, true]);
    /** In units of four pixels, because the last bar ends a little before the frame. */
    const size = (selector: string) =>
      page.page.locator(selector).evaluate((each) => {
        const { width, height } = each.getBoundingClientRect();
        return [Math.round(width / 4), Math.round(height / 4)];
      });
    assert.deepEqual(await size('.waveform-rest path'), await size('.waveform'));
  });

  test('is drawn as a line if its bytes do not come, are of another clip or cannot be decoded', async (t) => {
    const page = await openSong(t);
    await page.tell({ type: 'audio', id: 'b', bytes: null });
    await page.tell({ type: 'audio', id: 'a', bytes: Uint8Array.from(song) });
    await page.tell({ type: 'audio', id: 'b', bytes: Uint8Array.of(1, 2, 3) });
    await page.page.evaluate(
      `new OfflineAudioContext(1, 1, 8000).decodeAudioData(new ArrayBuffer(4)).catch(() => null)`,
    );
    assert.equal(await page.page.locator('.waveform').getAttribute('class'), 'waveform');
  });

  test('plays and pauses with Space and the button, which says what it does', async (t) => {
    const page = await openSong(t);
    await page.page.keyboard.press('Space');
    const pause = page.page.getByRole('button', { name: 'Pause (Space)' });
    await pause.waitFor();
    /** Whether something is drawn in the frame after the next one. */
    const isDrawing = () =>
      page.page.evaluate(`new Promise((resolve) => {
        const draw = requestAnimationFrame;
        draw(() => {
          let count = 0;
          globalThis.requestAnimationFrame = (callback) => draw(callback, (count += 1));
          draw(() => draw(() => resolve(((globalThis.requestAnimationFrame = draw), count > 0))));
        });
      })`);
    const whilePlaying = await isDrawing();
    await pause.focus();
    await page.page.keyboard.press('Space');
    await page.page.getByRole('button', { name: 'Play (Space)' }).waitFor();
    assert.deepEqual(
      [await page.page.evaluate(`document.querySelector('audio').paused`), whilePlaying, await isDrawing()],
      [true, true, false],
    );
  });

  test('moves by seconds with the keys of the slider, which do not step to another result', async (t) => {
    const page = await openSong(t);
    const slider = page.page.getByRole('slider');
    await slider.focus();
    const seen: unknown[] = [];
    for (const key of ['ArrowRight', 'PageUp', 'ArrowUp', 'ArrowLeft', 'PageDown', 'ArrowDown', 'End', 'Home']) {
      await page.page.keyboard.press(key);
      seen.push([...((await state(page)) as unknown[])][0]);
    }
    assert.deepEqual(seen, [5, 35, 40, 35, 5, 0, 40, 0]);
    assert.equal(await page.page.locator('.toolbar .name').textContent(), 'b.png');
  });

  test('moves to where the slider is dragged', async (t) => {
    const page = await openSong(t);
    await page.page.getByRole('slider').fill('12');
    assert.deepEqual(
      [await state(page), await page.page.locator('.time').textContent(), await page.page.evaluate(played)],
      [[12, true, false], '0:12 / 0:40', 30],
    );
  });

  test('is muted and unmuted, with Space too, which does not play then', async (t) => {
    const page = await openSong(t);
    await page.page.getByRole('button', { name: 'Mute', exact: true }).click();
    const muted = await state(page);
    await page.page.getByRole('button', { name: 'Unmute' }).press('Space');
    assert.deepEqual(
      [muted, await state(page)],
      [
        [0, true, true],
        [0, true, false],
      ],
    );
  });

  test('is silent as soon as another result is shown', async (t) => {
    const page = await openSong(t);
    await playAndLeave(page, 'audio');
  });

  test('has its recorded length until the file is loaded', async (t) => {
    const page = await openPage(t, { files });
    const isHeld = (url: URL): boolean => url.search === '?held';
    await page.page.route(isHeld, () => undefined);
    t.after(() => page.page.unroute(isHeld));
    const uri = `${await uriOf('song.mp3')}?held`;
    await page.tell(makeItems([makeArtifactItem('a', 1, { media: 'audio', uri, seconds: 65 })], { part: 'first' }));
    assert.equal(await page.page.locator('.time').textContent(), '0:00 / 1:05');
  });

  test('that is damaged is said to be', async (t) => {
    const page = await openPage(t, {
      files,
      items: [makeArtifactItem('a', 1, { media: 'audio', uri: await uriOf('bad.mp3') })],
    });
    await page.page.locator('main h2', { hasText: 'a.png cannot be shown' }).waitFor();
  });
});

test('Two songs beside each other play together, the active one is heard, and both stop when they are left', async (t) => {
  const items = ['b', 'a'].map(async (id, at) =>
    makeArtifactItem(id, 9 - at, { media: 'audio', uri: await uriOf('song.mp3') }),
  );
  const page = await openPage(t, { files, items: await Promise.all(items) });
  await page.page.keyboard.press('Space');
  await until(page, `!document.querySelector('audio').paused`);
  await page.page.evaluate(`window.single = document.querySelector('audio')`);
  await page.tell({ type: 'compare', ids: ['b', 'a'] });
  const find = () => page.page.evaluate(`window.songs = [...document.querySelectorAll('.compare audio')], 0`);
  const start = async (): Promise<void> => {
    await find();
    await page.page.keyboard.press('Space');
    await until(page, `window.songs.every(({ paused }) => !paused)`);
  };
  await find();
  const read = () => page.page.evaluate(`window.songs.map(({ paused, muted }) => [paused, muted].join(' '))`);
  const seen = [await page.page.evaluate('window.single.paused'), await read()];
  await start();
  seen.push(await read());
  await page.page.keyboard.press('ArrowRight');
  seen.push(await read());
  const readGone = () => page.page.evaluate(`window.songs.map((each) => [each.paused, each.getAttribute('src')])`);
  // Another program deletes one of three.
  await page.tell(makeItems([makeArtifactItem('c', 1, { media: 'audio', uri: await uriOf('song.mp3') })]));
  await page.tell({ type: 'compare', ids: ['b', 'a', 'c'] });
  seen.push(await readGone());
  await start();
  await page.tell(makeItems([], { removed: ['c'] }));
  seen.push(await page.page.evaluate('window.songs.map(({ paused }) => paused)'));
  await page.page.keyboard.press('Escape');
  seen.push(await readGone());
  const gone = [true, null];
  assert.deepEqual(seen, [
    true,
    ['true false', 'true true'],
    ['false false', 'false true'],
    ['false true', 'false false'],
    [gone, gone],
    [false, false, true],
    [gone, gone, gone],
  ]);
});
