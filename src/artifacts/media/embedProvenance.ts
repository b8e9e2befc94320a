import { dirname } from 'node:path';
import type { Artifact } from '../../core/task/model/task.ts';
import { createPartFile, type PartPorts } from '../../node/partFiles/partFile.ts';
import { readChunks, withFile } from '../../node/files/wholeFile.ts';
import type { MediaReader } from './mediaReader.ts';
import type { Splice } from './planEmbedding.ts';

/**
 * Writes a text into a file that has no final name yet. Returns null if the file stays unchanged because its format has
 * no place for a text, or the disk refuses. The paid result is saved either way. Never rejects.
 */
export async function embedProvenance(
  path: string,
  { mediaType, text }: { readonly mediaType: string; readonly text: string },
  { media, ...ports }: PartPorts & { readonly media: Pick<MediaReader, 'planEmbedding'> },
): Promise<Pick<Artifact, 'bytes' | 'sha256'> | null> {
  const splice = await media.planEmbedding(path, mediaType, text);
  return splice && rewrite(path, splice, ports).catch(() => null);
}

/**
 * Writes the new content next to the file and then renames it: a crash in between leaves one whole file and a part that
 * is removed later.
 */
async function rewrite(path: string, { start, end, insert }: Splice, ports: PartPorts) {
  let bytes = 0;
  const part = await createPartFile(dirname(path), 'embed', ports);
  const write = async (chunk: Uint8Array): Promise<void> => {
    bytes += chunk.length;
    await part.write(chunk);
  };
  try {
    await withFile(await ports.files.open(path, 'r'), async (source) => {
      const { size } = await source.stat();
      for await (const chunk of readChunks(source, 0, start)) await write(chunk);
      await write(insert);
      for await (const chunk of readChunks(source, end)) await write(chunk);
      if (size < end || bytes !== size - (end - start) + insert.length) throw new Error('The file became shorter');
    });
    const sha256 = await part.finish();
    await ports.files.rename(part.path, path);
    return { bytes, sha256 };
  } finally {
    await part.discard();
  }
}
