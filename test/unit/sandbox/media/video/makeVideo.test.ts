import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny';
import { detectResult } from '../../../../../src/artifacts/media/mediaReader.ts';
import { nodeFileSystem } from '../../../../../src/node/files/fileSystem.ts';
import type { VideoSpec } from '../../../../../src/sandbox/media/planVideo.ts';
import { makeVideo } from '../../../../../src/sandbox/media/video/makeVideo.ts';
import { mediaHere } from '../../../../fakes/media/parseHere.ts';
import { makeTempFolder } from '../../../../fakes/disk/tempFolder.ts';

function make(changes: Partial<VideoSpec> = {}): Uint8Array {
  return makeVideo({
    kind: 'video',
    index: 1,
    prompt: 'A lighthouse at dawn',
    model: 'seedance-1-0-lite',
    width: 96,
    height: 64,
    seconds: 1.5,
    seed: 7,
    format: 'mp4',
    ...changes,
  });
}

test('the file is detected as a video', async (t) => {
  const path = join(await makeTempFolder(t), 'clip');
  await writeFile(path, make());
  const media = await detectResult(
    path,
    { declared: null, maySoundRaw: false },
    { media: mediaHere, files: nodeFileSystem },
  );
  assert.deepEqual(
    [media, await mediaHere.measure(path, 'video/mp4')],
    [
      { mediaType: 'video/mp4', extension: 'mp4' },
      { width: 96, height: 64, seconds: 1.5 },
    ],
  );
});

test('it has one track, with a codec that every player knows, a picture for each frame and one key picture', async () => {
  const input = new Input({ formats: [MP4], source: new BufferSource(make()) });
  const tracks = await input.getTracks();
  const video = await input.getPrimaryVideoTrack();
  if (!video) throw new Error('The file has no video.');
  const types: string[] = [];
  for await (const { type } of new EncodedPacketSink(video).packets()) types.push(type);
  assert.deepEqual(
    [tracks.length, await video.getCodecParameterString(), types],
    [1, 'avc1.42c032', ['key', ...Array.from({ length: 35 }, () => 'delta')]],
  );
});

test('equal specs give equal bytes, another seed or prompt gives others', () => {
  const [first, again, otherSeed, otherPrompt] = [{}, {}, { seed: 8 }, { prompt: 'A city at night' }].map((changes) =>
    Buffer.from(make(changes)).toString('base64'),
  );
  assert.deepEqual([first === again, first === otherSeed, first === otherPrompt], [true, false, false]);
});

test('the bytes are those of earlier releases, which players show', () => {
  assert.equal(hash('sha256', make()).slice(0, 16), 'ad28842d4dcffa73');
});

test('a longer video is hardly larger', () => {
  const [short = 0, long = 0] = [0.5, 5].map((seconds) => make({ seconds }).length);
  assert.ok(long < short * 1.5, `${long} bytes instead of ${short}`);
});
