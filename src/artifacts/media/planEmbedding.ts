import { crc32 } from 'node:zlib';
import type { OpenFile, FileSystem } from '../../node/files/fileSystem.ts';
import { readRange, withFile } from '../../node/files/wholeFile.ts';

/** How a text is inserted into a file: `insert` replaces the bytes from `start` to `end` (exclusive). */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly insert: Uint8Array;
}

/** Keyword of the text in a file. */
const provenanceKey = 'genwright';

/** The plan for each media type. JPEG, WebP, WAV and video are left unchanged. */
const plans = new Map<string, (file: OpenFile, text: string) => Promise<Splice | null>>([
  ['image/png', planPng],
  ['audio/mpeg', planMp3],
]);

/**
 * Finds where a text can be inserted into a file: as a text chunk in PNG, as a tag in MP3. Returns null if the format
 * has no place for a text, a signature covers the file, or the file is malformed. Rejects when the disk refuses.
 */
export async function planEmbedding(
  path: string,
  { mediaType, text }: { readonly mediaType: string; readonly text: string },
  files: FileSystem,
): Promise<Splice | null> {
  const plan = plans.get(mediaType);
  return plan ? withFile(await files.open(path, 'r'), (file) => plan(file, text)) : null;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const chunkHeadBytes = 8;
const crcBytes = 4;
/** Chunks of content credentials (C2PA) and of the format's own signature, which a changed file would invalidate. */
const signedTypes: ReadonlySet<string> = new Set(['caBX', 'dSIG']);
/** Real images have a few hundred chunks at most. */
const maxChunks = 100_000;

/** Plans a text chunk (`iTXt`, UTF-8, not compressed) after the header, where every reader looks. */
async function planPng(file: OpenFile, text: string): Promise<Splice | null> {
  if (!(await readRange(file, 0, signature.length)).equals(signature)) return null;
  let offset = signature.length;
  let behindHeader: number | null = null;
  for (let count = 0; count < maxChunks; count += 1) {
    const head = await readRange(file, offset, offset + chunkHeadBytes);
    if (head.length < chunkHeadBytes) return null;
    const type = head.toString('latin1', 4, 8);
    if (signedTypes.has(type) || (behindHeader === null && type !== 'IHDR')) return null;
    offset += chunkHeadBytes + head.readUInt32BE(0) + crcBytes;
    behindHeader ??= offset;
    if (type === 'IEND') return { start: behindHeader, end: behindHeader, insert: buildTextChunk(text) };
  }
  return null;
}

function buildTextChunk(text: string): Buffer {
  // The chunk contains keyword, end; no compression, its method; no language; no translated keyword; text.
  const typed = Buffer.from(`iTXt${provenanceKey}\0\0\0\0\0${text}`, 'utf8');
  const chunk = Buffer.alloc(typed.length + 8);
  chunk.writeUInt32BE(typed.length - 4, 0);
  typed.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(typed), typed.length + 4);
  return chunk;
}

const tagHeadBytes = 10;
const frameHeadBytes = 10;
/** A cover has a few megabytes. A larger tag is not held in memory. */
const maxTagBytes = 16 * 1024 * 1024;
/** Sizes in a tag have seven bits per byte. */
const maxSyncsafe = 2 ** 28 - 1;

/**
 * Plans a user text frame (`TXXX`) in an ID3 tag: in the existing one, or in a new one of version 2.4. Returns null if
 * there is a tag that cannot be extended safely.
 */
async function planMp3(file: OpenFile, text: string): Promise<Splice | null> {
  const head = await readRange(file, 0, tagHeadBytes);
  if (head.toString('latin1', 0, 3) !== 'ID3') {
    const isFrame = head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0;
    const tag = isFrame ? buildTag(buildFrame(text, 4), 4) : null;
    return tag && { start: 0, end: 0, insert: tag };
  }
  const [version = 0, revision, flags] = head.subarray(3);
  const size = parseSyncsafe(head, 6);
  // With unsynchronisation, extended headers and footers, the whole tag would have to be written again.
  const isPlain = (version === 3 || version === 4) && revision === 0 && flags === 0;
  if (!isPlain || size === null || size > maxTagBytes) return null;
  const content = await readRange(file, tagHeadBytes, tagHeadBytes + size);
  const framesEnd = content.length === size ? findFramesEnd(content, version) : null;
  if (framesEnd === null) return null;
  const frames = Buffer.concat([content.subarray(0, framesEnd), buildFrame(text, version)]);
  const insert = buildTag(frames, version);
  return insert && { start: 0, end: tagHeadBytes + size, insert };
}

/** Returns the offset at which padding begins. Null if the frames are malformed or contain content credentials. */
function findFramesEnd(content: Buffer, version: number): number | null {
  let offset = 0;
  while (offset < content.length && content[offset] !== 0) {
    const head = content.subarray(offset, offset + frameHeadBytes);
    if (head.length < frameHeadBytes) return null;
    const id = head.toString('latin1', 0, 4);
    const size = version === 4 ? parseSyncsafe(head, 4) : head.readUInt32BE(4);
    const next = offset + frameHeadBytes + (size ?? 0);
    if (!/^[A-Z0-9]{4}$/.test(id) || size === null || next > content.length) return null;
    if (id === 'GEOB' && /c2pa/i.test(content.toString('latin1', offset, Math.min(next, offset + 256)))) return null;
    offset = next;
  }
  return content.subarray(offset).every((byte) => byte === 0) ? offset : null;
}

/** Version 2.3 does not support UTF-8, so its text is UTF-16 with a byte order mark. */
function buildFrame(text: string, version: number): Buffer {
  const encoded =
    version === 4
      ? Buffer.from(`\u0003${provenanceKey}\0${text}`, 'utf8')
      : Buffer.concat([Buffer.from([1]), Buffer.from(`\ufeff${provenanceKey}\0\ufeff${text}`, 'utf16le')]);
  const head = Buffer.alloc(frameHeadBytes);
  head.write('TXXX', 0, 'latin1');
  if (version === 4) writeSyncsafe(head, encoded.length, 4);
  else head.writeUInt32BE(encoded.length, 4);
  return Buffer.concat([head, encoded]);
}

function buildTag(frames: Buffer, version: number): Buffer | null {
  if (frames.length > maxSyncsafe) return null;
  const head = Buffer.from([0x49, 0x44, 0x33, version, 0, 0, 0, 0, 0, 0]);
  writeSyncsafe(head, frames.length, 6);
  return Buffer.concat([head, frames]);
}

/** Returns null if a byte has its highest bit set, which is not allowed in a size. */
function parseSyncsafe(bytes: Buffer, offset: number): number | null {
  const sizeBytes = [...bytes.subarray(offset, offset + 4)];
  if (sizeBytes.length < 4 || sizeBytes.some((byte) => byte > 0x7f)) return null;
  return sizeBytes.reduce((size, byte) => size * 128 + byte, 0);
}

function writeSyncsafe(bytes: Buffer, size: number, offset: number): void {
  for (let place = 0; place < 4; place += 1) bytes[offset + place] = (size >> (7 * (3 - place))) & 0x7f;
}
