import { dirname } from 'node:path';
import type { OpenFile } from '../../node/files/fileSystem.ts';
import { createPartFile, type PartPorts } from '../../node/partFiles/partFile.ts';
import { withFile } from '../../node/files/wholeFile.ts';
import type { MediaReader } from './mediaReader.ts';
import { createByteReader, type ReadBytes, type Splice } from './planEmbedding.ts';

interface EmbeddedFile {
  readonly bytes: number;
  /** 64 hex digits. */
  readonly sha256: string;
}

const copyBytes = 1024 * 1024;

/**
 * Writes a text into a file that has no final name yet. Returns null if the file stays unchanged because its format has
 * no place for a text, or the disk refuses. The paid result is saved either way. Never rejects.
 */
export async function embedProvenance(
  path: string,
  { mediaType, text }: { readonly mediaType: string; readonly text: string },
  { media, ...ports }: PartPorts & { readonly media: Pick<MediaReader, 'planEmbedding'> },
): Promise<EmbeddedFile | null> {
  const splice = await media.planEmbedding(path, mediaType, text);
  if (!splice) return null;
  try {
    return await withFile(await ports.files.open(path, 'r'), (source) => rewrite(source, splice, { path, ports }));
  } catch {
    return null;
  }
}

/**
 * Writes the new content next to the file and then renames it: a crash in between leaves one whole file and a part that
 * is removed later.
 */
async function rewrite(
  source: OpenFile,
  { start, end, insert }: Splice,
  { path, ports }: { readonly path: string; readonly ports: PartPorts },
): Promise<EmbeddedFile> {
  let bytes = 0;
  const part = await createPartFile(dirname(path), 'embed', ports);
  const write = async (chunk: Uint8Array): Promise<void> => {
    bytes += chunk.length;
    await part.write(chunk);
  };
  try {
    const { size } = await source.stat();
    const read = createByteReader(source);
    for await (const chunk of readRange(read, 0, start)) await write(chunk);
    await write(insert);
    for await (const chunk of readRange(read, end, size)) await write(chunk);
    const sha256 = await part.finish();
    await ports.files.rename(part.path, path);
    return { bytes, sha256 };
  } finally {
    await part.discard();
  }
}

async function* readRange(read: ReadBytes, start: number, end: number): AsyncGenerator<Buffer> {
  for (let offset = start; offset < end;) {
    const chunk = await read(offset, Math.min(copyBytes, end - offset));
    if (chunk.length === 0) throw new Error('The file became shorter');
    yield chunk;
    offset += chunk.length;
  }
}
