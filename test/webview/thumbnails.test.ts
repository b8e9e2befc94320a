import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { isThumbnail } from '../../src/node/sheet/isThumbnail.ts';
import { makeMp3, makeMp4, makePng } from '../support/previewHarness/media.ts';
import type { OpenScene, Scene } from '../support/previewHarness/openScene.ts';
import { makeArtifactItem, makeItems, makeTaskItem } from '../support/previewHarness/messages.ts';
import { makeArtifact, makeRecord, makeTask } from '../support/previewHarness/scene.ts';
import { openPage, openSession, until } from './openPage.ts';

const hash = (digit: string): string => digit.repeat(64);

/** One result of each kind, the newest first. */
function makeKinds(): Scene & { readonly thumbnails: Map<string, Uint8Array> } {
  const files = new Map<string, Uint8Array>([
    ['wide.png', makePng(900, 300, 1)],
    ['clip.mp4', makeMp4(1)],
    ['song.mp3', makeMp3(1)],
    ['text.md', new TextEncoder().encode('# Harbor <b>lights</b>\n\nThe log')],
    ['bad.png', Buffer.from('not an image')],
    ['bad.mp4', Buffer.from('not a video')],
    ['bad.mp3', Buffer.from('not a song')],
    ['sound.mp4', makeMp3(1)],
  ]);
  const records = [...files.keys(), 'gone.png'].map((path, index) =>
    makeRecord(9 - index, { artifacts: [makeArtifact(path, '', { sha256: hash(String(index)), seconds: 62 })] }),
  );
  return { records, tasks: [makeTask('t', { state: 'failed' })], files, thumbnails: new Map() };
}

/** Returns what each element of the filmstrip shows: its picture by kind, and its words. */
async function readStrip({ page }: OpenScene): Promise<Readonly<Record<string, string>>> {
  const all = await page.getByRole('option').evaluateAll((options) =>
    options.map((option) => {
      const picture = option.querySelector('.thumbnail-picture');
      const inside = picture?.querySelector('img, .wave, .codicon') ?? null;
      const shown = inside?.className === 'wave' ? 'wave' : (inside?.localName ?? '');
      return [option.getAttribute('aria-label') ?? '', [shown, picture?.textContent ?? ''].join(' ').trim()] as const;
    }),
  );
  return Object.fromEntries(all);
}

async function open(t: TestContext, scene: Scene): Promise<OpenScene> {
  const opened = await openSession(t, { scene, width: 1000 });
  await until(opened, `document.querySelectorAll('.thumbnail img').length === 2`);
  await until(opened, `document.querySelectorAll('.thumbnail .wave').length === 1`);
  await until(opened, `document.querySelectorAll('.thumbnail .no-picture .codicon').length === 4`);
  return opened;
}

describe('Thumbnails', () => {
  test('show images, a frame of a video, the waveform of a song, and the first lines of a text as text', async (t) => {
    const opened = await open(t, makeKinds());
    const strip = await readStrip(opened);
    assert.deepEqual(
      Object.entries(strip)
        .filter(([name]) => !name.startsWith('hero'))
        .toSorted(([a], [b]) => a.localeCompare(b)),
      [
        ['bad.mp3', 'span'],
        ['bad.mp4', 'span'],
        ['bad.png', 'span'],
        ['clip.mp4', 'img'],
        ['gone.png', 'span'],
        ['song.mp3', 'wave'],
        ['sound.mp4', 'span'],
        ['text.md', '# Harbor <b>lights</b>\n\nThe log'],
        ['wide.png', 'img'],
      ],
    );
  });

  test('are small, whatever the original is, and are kept by the hash of the content', async (t) => {
    const scene = makeKinds();
    const opened = await open(t, scene);
    const sizes = await opened.page
      .locator('.thumbnail img')
      .evaluateAll((all) => all.map((each) => Reflect.get(each, 'naturalWidth') as number));
    await until(opened, 'true');
    assert.deepEqual(sizes, [320, 320]);
    assert.equal(scene.thumbnails.size, 3);
    for (const [key, bytes] of scene.thumbnails) assert.ok(/^[0-9a-f]{64}$/.test(key) && isThumbnail(bytes));
    assert.ok(!scene.thumbnails.has(hash('0')), 'the hash in the record is wrong, and is not used as a key');
  });

  test('that are kept are shown without the original', async (t) => {
    const scene = makeKinds();
    await open(t, scene);
    const [kept] = scene.thumbnails.values();
    const path = 'wide.png';
    const bytes = scene.files.get(path)?.length ?? 0;
    const reads: string[] = [];
    const files = new Map([...scene.files].filter(([name]) => name === path));
    files.get = (name) => {
      reads.push(name);
      return scene.files.get(name);
    };
    const records = [
      makeRecord(1, { artifacts: [makeArtifact(path, '', { sha256: hash('e'), bytes })] }),
      makeRecord(2, { status: 'failed' }),
    ];
    const again = await openSession(t, {
      scene: { records, tasks: [], files, thumbnails: new Map(kept ? [[hash('e'), kept]] : []) },
    });
    await again.page.locator('.thumbnail img').waitFor();
    // The file is not read a second time, only looked for.
    assert.deepEqual(reads, [path]);
  });
});

test('a thumbnail that the host needs is made of a result that is out of sight, and no other one', async (t) => {
  const items = Array.from({ length: 300 }, (_, at) => makeArtifactItem(`r${at}`, -at));
  const page = await openPage(t, { width: 600, items });
  const bytes = makePng(900, 300, 1);
  const original = { type: 'original', id: 'r299', bytes: new Uint8Array(bytes) } as const;
  const empty = { ...original, bytes: null, isNeeded: true };
  await page.tell({ ...original, isNeeded: false }, empty, { ...original, isNeeded: true });
  const made: unknown[] = [];
  for (let frame = 0; made.length < 3 && frame < 1000; frame += 1) {
    made.push(
      ...(await page.take()).filter((message) => (message as { readonly type: string }).type === 'thumbnailMade'),
    );
    await page.page.evaluate('new Promise(requestAnimationFrame)');
  }
  const sizes = made.map((message) => (message as { readonly bytes: Uint8Array | null }).bytes);
  assert.deepEqual([sizes[0], sizes[1], sizes[2] && isThumbnail(sizes[2])], [null, null, true]);
});

test('a sign takes the place of a picture that is not there, and a picture stays when only a mark changes', async (t) => {
  const items = [
    makeTaskItem('known', 9, { progress: 0.4 }),
    makeTaskItem('unknown', 8),
    makeTaskItem('planned', 7, { state: 'planned' }),
    makeTaskItem('failed', 6, { state: 'failed', progress: 0.4 }),
    makeArtifactItem('gone', 5),
    makeArtifactItem('other', 4, { media: 'file', uri: 'x:y' }),
    makeArtifactItem('late', 3, { uri: 'x:y' }),
    makeArtifactItem('image', 2, { uri: 'x:y' }),
  ];
  const page = await openPage(t, { width: 1000, items, expected: /ERR_UNKNOWN_URL_SCHEME|Content Security Policy/ });
  await page.page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  await page.tell(makeItems([makeArtifactItem('late', 3)]));
  const bytes = new Uint8Array(makePng(9, 9, 1));
  for (const { id } of items) await page.tell({ type: 'thumbnail', id, bytes: id === 'other' ? null : bytes });
  const image = page.page.locator('[id="thumbnail-image"] img');
  await image.waitFor();
  const signs = await page.page.locator('.thumbnail-picture').evaluateAll((all) =>
    all.map((picture) => {
      const names = [...picture.querySelectorAll('.codicon, img')].map((each) => each.className || each.localName);
      return [...names, picture.querySelector('.sign-progress')?.getAttribute('style') ?? ''].join(' ').trim();
    }),
  );
  assert.deepEqual(
    signs.toSorted(),
    [
      'codicon codicon-history sign-planned',
      'codicon codicon-error sign-failed',
      'codicon codicon-file',
      'codicon codicon-loading spin sign-running inline-size: 40%;',
      'codicon codicon-loading spin sign-running',
      'codicon codicon-search',
      'codicon codicon-search',
      'img',
    ].toSorted(),
  );
  assert.equal(await page.page.locator('.no-picture').count(), 0, 'nothing was asked for a file of another kind');
  await page.page.keyboard.press('g');
  const cell = page.page.getByRole('gridcell', { name: /^image/ });
  await cell.locator('img').waitFor();
  await cell.evaluate((each) => Object.assign(globalThis, { shown: each.querySelector('img') }));
  await page.tell(makeItems([makeArtifactItem('image', 2, { uri: 'x:y', mark: 'star' })]));
  assert.equal(await cell.evaluate((each) => each.querySelector('img') === Reflect.get(globalThis, 'shown')), true);
});
