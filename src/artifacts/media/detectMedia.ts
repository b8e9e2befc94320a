import type { FileSystem } from '../../node/files/fileSystem.ts';
import { readRegularFile } from '../../node/files/regularFile.ts';
import { fileHeadBytes, type FileKind } from './mediaJob.ts';
import type { MediaReader } from './mediaReader.ts';

export interface MediaHints {
  /** Media type that the server declared. It is used only if the bytes do not show a type. */
  readonly declared: string | null;
  /** Whether raw audio without a header is expected. */
  readonly maySoundRaw: boolean;
}

/** Returns null if the file (a real path) is not media but, for example, a web page, an error or a program. */
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

/** Returns the first bytes of a file. They are enough for every signature, even after a tag with a small cover. */
export async function readMediaHead(path: string, files: FileSystem): Promise<Buffer> {
  return readRegularFile(path, fileHeadBytes, files);
}

/** Web pages and error bodies start with `<` or `{`. */
function looksLikeText(head: Buffer): boolean {
  return /^\s*[<{]/.test(head.toString('latin1', 0, 64));
}
