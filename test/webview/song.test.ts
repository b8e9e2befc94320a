import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { makeMp3 } from '../support/previewHarness/media.ts';
import { makeArtifactItem } from '../support/previewHarness/messages.ts';
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
    assert.deepEqual(
      [seen, texts],
      [
        [false, true, false],
        ['Harbor', '[Verse]\nla la'],
      ],
    );
  });

  test('asks for its bytes, and draws them as bars of which the loudest fills the height', async (t) => {
    const page = await openSong(t);
    assert.deepEqual(page.take().at(-1), { type: 'readAudio', id: 'b' });
    await page.tell({ type: 'audio', id: 'b', bytes: Uint8Array.from(song) });
    await page.page.locator('.waveform.drawn').waitFor();
    const path = String(await page.page.locator('.waveform-played path').getAttribute('d'));
    assert.equal(await page.page.locator('.waveform-rest path').getAttribute('d'), path);
    const heights = [...path.matchAll(/v([\d.]+)h/g)].map(([, height]) => Number(height));
    assert.deepEqual([heights.length, Math.max(...heights), Math.min(...heights) >= 3], [160, 100, true]);
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
    await pause.focus();
    await page.page.keyboard.press('Space');
    await page.page.getByRole('button', { name: 'Play (Space)' }).waitFor();
    assert.equal(await page.page.evaluate(`document.querySelector('audio').paused`), true);
  });

  test('moves by seconds with the keys of the slider, which do not step to another result', async (t) => {
    const page = await openSong(t);
    const slider = page.page.getByRole('slider');
    await slider.focus();
    const seen: unknown[] = [];
    for (const key of ['ArrowRight', 'PageUp', 'ArrowUp', 'ArrowLeft', 'PageDown', 'ArrowDown']) {
      await page.page.keyboard.press(key);
      seen.push([...((await state(page)) as unknown[])][0]);
    }
    assert.deepEqual(seen, [5, 35, 40, 35, 5, 0]);
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

  test('that is damaged is said to be', async (t) => {
    const page = await openPage(t, {
      files,
      items: [makeArtifactItem('a', 1, { media: 'audio', uri: await uriOf('bad.mp3') })],
    });
    await page.page.locator('main h2', { hasText: 'a.png cannot be shown' }).waitFor();
  });
});
