import type { FileSystem } from '../files/fileSystem.ts';
import { readRegularFile } from '../files/regularFile.ts';
import { fileHeadBytes, type FileKind } from './mediaJob.ts';
import type { MediaReader } from './mediaReader.ts';

export interface MediaHints {
  /** As the server declared it; believed only where the bytes say nothing. */
  readonly declared: string | null;
  /** Sound may come without any header. */
  readonly maySoundRaw: boolean;
}

/** Null when the file (a real path) is no media: a page, an error, a program. */
export async function detectMedia(
  path: string,
  { declared, maySoundRaw }: MediaHints,
  { media, files }: { readonly media: Pick<MediaReader, 'detect'>; readonly files: FileSystem },
): Promise<FileKind | null> {
  const head = await readMediaHead(path, files);
  const found = await media.detect(head);
  if (found) return /^(image|audio|video)\//.test(found.mediaType) ? found : null;
  const isText = /^text\/|json|xml|html/.test(declared ?? '') || looksLikeText(head);
  return maySoundRaw && !isText ? { mediaType: 'audio/pcm', extension: 'pcm' } : null;
}

/** The first bytes of a file: enough for every signature, even after a tag with a small cover. */
export async function readMediaHead(path: string, files: FileSystem): Promise<Buffer> {
  return readRegularFile(path, fileHeadBytes, files);
}

/** Pages and error bodies start with `<` or `{`. */
function looksLikeText(head: Buffer): boolean {
  return /^\s*[<{]/.test(head.toString('latin1', 0, 64));
}
