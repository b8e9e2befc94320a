import { findMediaExtension } from '../../core/artifact/viewKind.ts';
import { findConfinedFile } from '../files/confine.ts';
import type { FileSystem } from '../files/fileSystem.ts';
import { detectMedia } from '../media/detectMedia.ts';
import type { MediaReader } from '../media/mediaReader.ts';

/**
 * Real path of a media file (absolute) that a program outside VS Code may open. Null for anything else: an extension or a
 * content that is no such medium, a content that is not what the extension says, a file outside `boundary` once links are
 * followed, and a file that cannot be read.
 */
export async function findOpenable(
  path: string,
  boundary: string,
  { media, files }: { readonly media: Pick<MediaReader, 'detect'>; readonly files: FileSystem },
): Promise<string | null> {
  try {
    const file = await findConfinedFile(path, boundary, files);
    // The program is chosen by the name that it is given, so the name of the linked file counts.
    const extension = file && findMediaExtension(file.path);
    if (!file || extension === null) return null;
    const kind = await detectMedia(file.path, { declared: null, maySoundRaw: false }, { media, files });
    return kind?.extension === extension ? file.path : null;
  } catch {
    return null;
  }
}
