import { findMediaExtension } from '../core/artifact/viewKind.ts';
import { findConfinedFile } from '../node/files/confine.ts';
import type { FileSystem } from '../node/files/fileSystem.ts';
import { detectResult, type MediaReader } from './media/mediaReader.ts';

/**
 * Returns the real path of a media file (absolute path) that a program outside VS Code may open. Null for anything
 * else: an extension or a content that is not such a medium, a content that does not match the extension, a file that
 * is outside `boundary` with links followed, and a file that cannot be read.
 */
export async function findOpenable(
  path: string,
  boundary: string,
  { media, files }: { readonly media: Pick<MediaReader, 'detect'>; readonly files: FileSystem },
): Promise<string | null> {
  try {
    const file = await findConfinedFile(path, boundary, files);
    // The system selects the program by the name that it gets, so the name of the real file matters.
    const extension = file && findMediaExtension(file.path);
    if (!file || extension === null) return null;
    const kind = await detectResult(file.path, { declared: null, maySoundRaw: false }, { media, files });
    return kind?.extension === extension ? file.path : null;
  } catch {
    return null;
  }
}
