import { crc32 } from 'node:zlib';
import { type ReadBytes, type Splice, provenanceKey } from './splice.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const headBytes = 8;
const crcBytes = 4;
/** Chunks of content credentials (C2PA) and of the format's own signature, which a changed file would invalidate. */
const signedTypes: ReadonlySet<string> = new Set(['caBX', 'dSIG']);
/** Real images have a few hundred chunks at most. */
const maxChunks = 100_000;

/** Plans a text chunk (`iTXt`, UTF-8, not compressed) after the header, where every reader looks. */
export async function planPng(read: ReadBytes, text: string): Promise<Splice | null> {
  if (!(await read(0, signature.length)).equals(signature)) return null;
  let offset = signature.length;
  let behindHeader: number | null = null;
  for (let count = 0; count < maxChunks; count += 1) {
    const head = await read(offset, headBytes);
    if (head.length < headBytes) return null;
    const type = head.toString('latin1', 4, 8);
    if (signedTypes.has(type) || (behindHeader === null && type !== 'IHDR')) return null;
    offset += headBytes + head.readUInt32BE(0) + crcBytes;
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
