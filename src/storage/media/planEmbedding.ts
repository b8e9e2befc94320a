import type { FileSystem } from '../../node/files/fileSystem.ts';
import { withFile } from '../../node/files/wholeFile.ts';
import { planMp3 } from './planMp3.ts';
import { planPng } from './planPng.ts';
import { createByteReader, type ReadBytes, type Splice } from './splice.ts';

/** The plan for each media type. JPEG, WebP, WAV and video are left unchanged. */
const plans = new Map<string, (read: ReadBytes, text: string) => Promise<Splice | null>>([
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
  return plan ? withFile(await files.open(path, 'r'), (file) => plan(createByteReader(file), text)) : null;
}
