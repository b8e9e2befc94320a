import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { createSheetPictures } from '../../../../src/node/sheet/sheetPictures.ts';
import { buildRecord } from '../../host/fakes/builders.ts';
import { makeArtifact } from '../../../support/previewHarness/scene.ts';
import { makeWebp } from '../../../support/previewHarness/webp.ts';

const png = (bytes: number): Buffer => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(bytes)]);
const large = 301 * 1024;

/** Arranges pictures of these files. The thumbnails of some of them exist, by name. */
async function arrange(t: TestContext, files: Readonly<Record<string, Buffer>>, kept: readonly string[] = []) {
  const folder = await mkdtemp(join(tmpdir(), 'genwright-'));
  t.after(() => rm(folder, { recursive: true }));
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
  const pictures = createSheetPictures({
    boundaryOf: () => folder,
    readThumbnail: async (sha256) => (kept.includes(sha256) ? makeWebp(9, 9) : null),
  });
  const artifactOf = (path: string) => ({
    jobFile: join(folder, 'hero.gen.yaml'),
    record: buildRecord(),
    artifact: makeArtifact(path, '', { sha256: path }),
  });
  return {
    lacking: async (...paths: readonly string[]) => {
      const lacking: string[] = [];
      for (const path of paths) if (await pictures.lacksThumbnail(artifactOf(path))) lacking.push(path);
      return lacking;
    },
    find: (path: string) => pictures.find(artifactOf(path)),
  };
}

test('large images, songs and videos need a thumbnail, if they are there and have none', async (t) => {
  const files = {
    'small.png': png(9),
    'large.png': png(large),
    'kept.png': png(large),
    'song.mp3': Buffer.alloc(1),
    'clip.mp4': Buffer.alloc(1),
    'text.md': Buffer.from('text'),
  };
  const { lacking } = await arrange(t, files, ['kept.png']);
  assert.deepEqual(await lacking(...Object.keys(files), 'gone.png', '../outside.png'), [
    'large.png',
    'song.mp3',
    'clip.mp4',
  ]);
});

test('a picture is the thumbnail, a small original, or the beginning of a text', async (t) => {
  const files = {
    'small.png': png(9),
    'kept.png': png(large),
    'song.mp3': Buffer.alloc(1),
    'text.md': Buffer.from('a'),
  };
  const { find } = await arrange(t, files, ['kept.png', 'song.mp3']);
  const found = await Promise.all(Object.keys(files).map(find));
  assert.deepEqual(
    found.map(({ image, isWaveform, excerpt }) => [image?.slice(0, 16) ?? null, isWaveform, excerpt]),
    [
      ['data:image/png;b', false, null],
      ['data:image/webp;', false, null],
      ['data:image/webp;', true, null],
      [null, false, 'a'],
    ],
  );
});

test('an original has the media type of its first bytes, and is left out if that is not one of an image', async (t) => {
  const heads = {
    'a.png': '\xff\xd8\xff',
    'b.png': 'GIF89a',
    'c.png': 'RIFF1234WEBP',
    'd.png': 'RIFF1234WAVE',
    'e.png': 'ABCD1234WEBP',
    'f.png': '1234ftypavif',
    'g.png': '1234ftypmp42',
  };
  const files = Object.entries(heads).map(([name, head]) => [name, Buffer.from(head, 'latin1')] as const);
  const { find } = await arrange(t, Object.fromEntries(files));
  const types = [];
  for (const name of Object.keys(heads)) types.push(/^data:([\w/]+)/.exec((await find(name)).image ?? '')?.[1]);
  assert.deepEqual(types, ['image/jpeg', 'image/gif', 'image/webp', undefined, undefined, 'image/avif', undefined]);
});

test('of large images without a thumbnail, the first 24 MB are embedded', async (t) => {
  const { find } = await arrange(t, { 'a.png': png(20 * 1024 * 1024), 'b.png': png(20 * 1024 * 1024) });
  const [first, second] = [await find('a.png'), await find('b.png')];
  assert.deepEqual([first.image !== null, second.image], [true, null]);
});
