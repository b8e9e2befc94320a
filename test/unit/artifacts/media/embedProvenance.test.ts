import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { crc32 } from 'node:zlib';
import { decode } from 'fast-png';
import { embedProvenance } from '../../../../src/artifacts/media/embedProvenance.ts';
import { nodeFileSystem } from '../../../../src/node/files/fileSystem.ts';
import { nodeProcesses } from '../../../../src/node/processes/nodeProcesses.ts';
import { createFaultyFiles } from '../../../fakes/disk/faultyFiles.ts';
import { makePng } from '../../../fakes/media/media.ts';
import { mediaHere } from '../../../fakes/media/parseHere.ts';

const text = '{"prompt":"Ein Leuchtturm, früh 🌅"}';
/** The head of an MPEG frame, and bytes that may be sound. */
const sound = Buffer.from([0xff, 0xfb, 0x90, 0x64, 1, 2, 3, 4]);

async function embed(context: TestContext, content: Buffer, mediaType: string) {
  const folder = await mkdtemp(join(tmpdir(), 'genwright-embed-'));
  context.after(() => rm(folder, { recursive: true }));
  const path = join(folder, '.hero.part-x');
  await writeFile(path, content);
  const embedded = await embedProvenance(
    path,
    { mediaType, text },
    { media: mediaHere, files: nodeFileSystem, processes: nodeProcesses },
  );
  const after = await readFile(path);
  return { embedded, after, names: await readdir(folder) };
}

function buildChunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(typed));
  return Buffer.concat([size, typed, check]);
}

/** An image with a chunk after the header. */
function withChunk(png: Buffer, chunk: Buffer): Buffer {
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}

function buildTag(version: number, flags: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x49, 0x44, 0x33, version, 0, flags, 0, 0, 0, content.length]), content]);
}

const titleFrame = Buffer.concat([Buffer.from('TIT2\0\0\0\x05\0\0', 'latin1'), Buffer.from('\x03Hero', 'latin1')]);

test('a PNG contains the text and shows the same image', async (context) => {
  const png = makePng();
  const { embedded, after, names } = await embed(context, png, 'image/png');
  const typed = Buffer.from(`iTXtgenwright\0\0\0\0\0${text}`, 'utf8');
  assert.deepEqual(
    { embedded, after: after.toString('latin1'), pixels: decode(after, { checkCrc: true }).data, names },
    {
      embedded: { bytes: after.length, sha256: createHash('sha256').update(after).digest('hex') },
      after: withChunk(png, buildChunk('iTXt', typed.subarray(4))).toString('latin1'),
      pixels: decode(png).data,
      names: ['.hero.part-x'],
    },
  );
});

test('an MP3 without a tag gets one, and its audio stays', async (context) => {
  const { embedded, after } = await embed(context, sound, 'audio/mpeg');
  const frame = Buffer.from(`\u0003genwright\0${text}`, 'utf8');
  assert.deepEqual(
    [embedded?.bytes, after.toString('latin1')],
    [
      after.length,
      Buffer.concat([
        buildTag(4, 0, Buffer.concat([Buffer.from(`TXXX\0\0\0${String.fromCharCode(frame.length)}\0\0`), frame])),
        sound,
      ]).toString('latin1'),
    ],
  );
});

test('an MP3 keeps its tag, whose padding makes room', async (context) => {
  for (const version of [3, 4]) {
    const tag = buildTag(version, 0, Buffer.concat([titleFrame, Buffer.alloc(20)]));
    const { after } = await embed(context, Buffer.concat([tag, sound]), 'audio/mpeg');
    const size = (after[8] ?? 0) * 128 + (after[9] ?? 0);
    const said = after.subarray(10 + titleFrame.length + 10, 10 + size);
    const plain = version === 4 ? said.toString('utf8', 1) : said.toString('utf16le', 1).replaceAll('\ufeff', '');
    assert.deepEqual(
      [after[3], after.subarray(10, 10 + titleFrame.length), plain, after.subarray(10 + size)],
      [version, titleFrame, `genwright\0${text}`, sound],
    );
  }
});

const geob = Buffer.from('GEOB\0\0\0\x1e\0\0\0application/x-c2pa\0abc\0defghi', 'latin1');
const leftAlone: readonly (readonly [string, string, Buffer])[] = [
  ['a PNG with content credentials', 'image/png', withChunk(makePng(), buildChunk('caBX', Buffer.from('jumb')))],
  ['a PNG with its own signature', 'image/png', withChunk(makePng(), buildChunk('dSIG', Buffer.from('s')))],
  ['an incomplete PNG', 'image/png', makePng().subarray(0, 60)],
  ['an MP3 whose tag is signed', 'audio/mpeg', Buffer.concat([buildTag(4, 0, geob), sound])],
  ['an MP3 with an extended header', 'audio/mpeg', Buffer.concat([buildTag(4, 0x40, titleFrame), sound])],
  ['an MP3 with an old tag', 'audio/mpeg', Buffer.concat([buildTag(2, 0, titleFrame), sound])],
  [
    'an MP3 whose frames do not add up',
    'audio/mpeg',
    Buffer.concat([buildTag(4, 0, titleFrame.subarray(0, 12)), sound]),
  ],
  [
    'an MP3 with a frame whose name has small letters',
    'audio/mpeg',
    Buffer.concat([buildTag(4, 0, Buffer.concat([Buffer.from('tit2'), titleFrame.subarray(4)])), sound]),
  ],
  ['a file that begins like half a frame', 'audio/mpeg', Buffer.from([0xff, 0x00, 0x90, 0x64, 1, 2, 3, 4])],
  ['a file that is only named like an MP3', 'audio/mpeg', Buffer.from('<html>not found</html>')],
  ['a JPEG', 'image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
];

test('a file that is signed, malformed or of another format is unchanged', async (context) => {
  for (const [name, mediaType, content] of leftAlone) {
    const { embedded, after, names } = await embed(context, content, mediaType);
    assert.deepEqual([name, embedded, after, names], [name, null, content, ['.hero.part-x']]);
  }
});

test('the new file is on the disk before it takes the place of the old one', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'genwright-embed-'));
  context.after(() => rm(folder, { recursive: true }));
  const path = join(folder, '.hero.part-x');
  await writeFile(path, makePng());
  const steps: string[] = [];
  const files = createFaultyFiles(({ name }) => void steps.push(name));
  await embedProvenance(path, { mediaType: 'image/png', text }, { media: mediaHere, files, processes: nodeProcesses });

  const kept = steps.filter((name) => ['write', 'sync', 'rename'].includes(name));
  assert.deepEqual(kept.slice(-3), ['write', 'sync', 'rename']);
});

test('a file that becomes shorter meanwhile is left as it is, without another one next to it', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'genwright-embed-'));
  context.after(() => rm(folder, { recursive: true }));
  const path = join(folder, '.hero.part-x');
  await writeFile(path, sound);
  const splice = { start: sound.length + 1, end: sound.length + 1, insert: Buffer.from(text) };
  const media = { planEmbedding: () => Promise.resolve(splice) };

  const embedded = await embedProvenance(
    path,
    { mediaType: 'audio/mpeg', text },
    { media, files: nodeFileSystem, processes: nodeProcesses },
  );

  assert.deepEqual([embedded, await readFile(path), await readdir(folder)], [null, sound, ['.hero.part-x']]);
});
