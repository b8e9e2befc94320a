import { open } from 'node:fs/promises';

/** What a file is, judged by its bytes. */
export interface DetectedMedia {
  readonly mediaType: string;
  /** Without the dot. */
  readonly extension: string;
}

export interface MediaHints {
  /** As the server declared it; believed only where the bytes say nothing. */
  readonly declared: string | null;
  /** Sound may come without any header. */
  readonly maySoundRaw: boolean;
}

/** Enough for every signature, also behind a tag with a small cover. */
const headBytes = 256 * 1024;

/** Null when the file is no media: a page, an error, a program. */
export async function detectMedia(path: string, { declared, maySoundRaw }: MediaHints): Promise<DetectedMedia | null> {
  // Reading the file ourselves: the library would load a package for that at run time, past the bundler.
  const { fileTypeFromBuffer } = await import('file-type');
  const head = await readHead(path);
  const found = await fileTypeFromBuffer(head);
  if (found) {
    const mediaType = found.mime.split(';', 1)[0]?.trim() ?? found.mime;
    return /^(image|audio|video)\//.test(mediaType) ? { mediaType, extension: found.ext } : null;
  }
  const isText = /^text\/|json|xml|html/.test(declared ?? '') || looksLikeText(head);
  return maySoundRaw && !isText ? { mediaType: 'audio/pcm', extension: 'pcm' } : null;
}

async function readHead(path: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Pages and error bodies start with `<` or `{`. */
function looksLikeText(head: Buffer): boolean {
  return /^\s*[<{]/.test(head.toString('latin1', 0, 64));
}
