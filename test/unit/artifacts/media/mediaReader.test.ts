import assert from 'node:assert/strict';
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { createMediaReader, detectResult, fileHeadBytes } from '../../../../src/artifacts/media/mediaReader.ts';
import { makePng } from '../../../fakes/media/media.ts';
import { nodeFileSystem } from '../../../../src/node/files/fileSystem.ts';
import { mediaHere } from '../../../fakes/media/parseHere.ts';
import { makeTempFolder } from '../../../fakes/disk/tempFolder.ts';
import { makeMp3, makeMp4 } from '../../../support/previewHarness/media.ts';

async function arrange(context: TestContext) {
  const folder = await makeTempFolder(context);
  return async (bytes: Uint8Array): Promise<string> => {
    await writeFile(join(folder, 'file'), bytes);
    return join(folder, 'file');
  };
}

test('codecs are named as browsers name them, by kind of track', async (context) => {
  const write = await arrange(context);
  const read = async (bytes: Uint8Array) => mediaHere.readCodecs(await write(bytes));
  assert.deepEqual(
    [await read(makeMp4(0.1)), await read(makeMp3(1)), await read(Buffer.from('Tide'))],
    [{ video: ['avc1.42c032'], audio: [] }, { video: [], audio: ['mp3'] }, null],
  );
});

test('a video is not measured if more bytes would have to be read than a thread may hold', async (context) => {
  const write = await arrange(context);
  const measure = async (bytes: Uint8Array, headerBytes: number) => {
    const path = await write(growHeader(bytes, headerBytes));
    // The rest of the header is a hole in the file, which takes no room on the disk.
    await truncate(path, bytes.length + headerBytes);
    const { width, height } = await mediaHere.measure(path, 'video/mp4');
    return [width, height, (await mediaHere.readCodecs(path))?.video];
  };
  const mebibyte = 1024 * 1024;
  const video = makeMp4(0.1);
  assert.deepEqual(
    [await measure(video, mebibyte), await measure(video, 200 * mebibyte)],
    [
      [640, 352, ['avc1.42c032']],
      [null, null, undefined],
    ],
  );
});

/**
 * Moves the header of a video to its end, and lengthens it by a box whose content is left out, so that it has to be
 * skipped.
 */
function growHeader(video: Uint8Array, addedBytes: number): Uint8Array {
  const bytes = Buffer.from(video);
  let start = 0;
  while (bytes.toString('latin1', start + 4, start + 8) !== 'moov') start += bytes.readUInt32BE(start);
  const end = start + bytes.readUInt32BE(start);
  bytes.writeUInt32BE(end - start + addedBytes, start);
  const skipped = Buffer.from('0000free', 'latin1');
  skipped.writeUInt32BE(addedBytes, 0);
  return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end), bytes.subarray(start, end), skipped]);
}

test('a file that does not match its type has no size', async (context) => {
  const path = await (await arrange(context))(Buffer.from('Tide'));
  const sizes = await Promise.all(
    ['image/png', 'audio/mpeg', 'text/markdown'].map((type) => mediaHere.measure(path, type)),
  );
  const unknown = { width: null, height: null, seconds: null };
  assert.deepEqual(sizes, [unknown, unknown, unknown]);
});

test('the size of an image is looked for among its first bytes only', async (context) => {
  const write = await arrange(context);
  const segment = Buffer.alloc(65_537);
  segment.write('ffe1ffff', 'hex');
  /** The size comes after this number of segments of 64 KiB. */
  const buildJpeg = (segments: number): Buffer =>
    Buffer.concat([
      Buffer.from('ffd8', 'hex'),
      ...Array.from({ length: segments }, () => segment),
      Buffer.from('ffc0000b080003000401011100ffd9', 'hex'),
    ]);
  const measure = async (segments: number) =>
    (await mediaHere.measure(await write(buildJpeg(segments)), 'image/jpeg')).width;
  assert.deepEqual([await measure(1), await measure(4)], [4, null]);
});

test('only the first bytes of a file are sent to the thread to detect it', async () => {
  const heads: number[] = [];
  const media = createMediaReader((job) => {
    if (job.kind === 'detect') heads.push(job.head.buffer.byteLength);
    return Promise.resolve(null);
  });
  await media.detect(Buffer.concat([makePng(), Buffer.alloc(2 * fileHeadBytes)]));
  assert.deepEqual(heads, [fileHeadBytes]);
});

test('the type of a file has no parameters', async () => {
  const page = Buffer.alloc(64);
  page.write('OggS', 0, 'latin1');
  page.write('OpusHead', 28, 'latin1');
  assert.deepEqual(await mediaHere.detect(page), { mediaType: 'audio/ogg', extension: 'opus' });
});

test('a result is what its bytes say, and only unknown bytes may be raw audio', async (context) => {
  const write = await arrange(context);
  const raw = Buffer.alloc(64, 1);
  const rows: readonly (readonly [bytes: Uint8Array, declared: string | null, maySoundRaw: boolean])[] = [
    [makePng(), 'text/html', false],
    [Buffer.from('%PDF-1.7'), 'audio/pcm', true],
    [raw, null, true],
    [raw, 'audio/pcm', true],
    [raw, 'audio/pcm', false],
    [raw, 'application/json', true],
    [raw, null, false],
    [Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]), 'image/png', false],
    [Buffer.from('glTF\x02\0\0\0'), null, false],
    [Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0]), null, false],
    [Buffer.from('\ufeff<?xml version="1.0"?>\n<!-- made -->\n<svg xmlns="x"/>'), 'text/plain', false],
    [Buffer.from('#EXTM3U\nhttps://cdn.example.com/1.ts\n'), null, false],
    [Buffer.from('{"words":[{"at":0.1}]}'), null, false],
    [Buffer.from(`[${'1,'.repeat(fileHeadBytes)}1]`), null, false],
    [Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nTide\n'), null, false],
  ];
  const found: (string | null)[] = [];
  for (const [bytes, declared, maySoundRaw] of rows) {
    const ports = { media: mediaHere, files: nodeFileSystem };
    found.push((await detectResult(await write(bytes), { declared, maySoundRaw }, ports))?.extension ?? null);
  }

  const plain = ['bin', 'bin', 'bin', 'bin', 'glb', 'zip', 'svg', 'm3u8', 'json', 'json', 'txt'];
  assert.deepEqual(found, ['png', 'pdf', 'pcm', 'pcm', ...plain]);
});

test('a page or a message is not a result, whatever its type and encoding', async (context) => {
  const write = await arrange(context);
  const texts = [
    ' <html><title>Log in</title>\n<svg></svg></html>',
    '<!DOCTYPE html>\n<p>Caf\xe9</p>',
    '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>',
    '{"error":{"message":"no"}}',
    '{"code":403,"data":null}',
    'default backend - 404\n',
    ' \n',
  ];
  for (const text of texts) {
    const path = await write(Buffer.from(text, 'latin1'));
    for (const hints of [
      { declared: null, maySoundRaw: true },
      { declared: 'image/png', maySoundRaw: false },
    ])
      assert.equal(await detectResult(path, hints, { media: mediaHere, files: nodeFileSystem }), null, text);
  }
});
