import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { readCodecs } from '../../../src/storage/readCodecs.ts';
import { makeTempFolder } from '../../fakes/tempFolder.ts';
import { makeMp3, makeMp4 } from '../../support/previewHarness/media.ts';

test('codecs are named as browsers name them, by kind of track', async (t) => {
  const folder = await makeTempFolder(t);
  const read = async (name: string, bytes: Uint8Array) => {
    await writeFile(join(folder, name), bytes);
    return readCodecs(join(folder, name));
  };
  assert.deepEqual(
    [await read('a.mp4', makeMp4(0.1)), await read('a.mp3', makeMp3(1)), await read('a.txt', Buffer.from('Tide'))],
    [{ video: ['avc1.42c01e'], audio: [] }, { video: [], audio: ['mp3'] }, null],
  );
});
