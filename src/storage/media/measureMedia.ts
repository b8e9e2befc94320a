import { nodeFileSystem } from '../../node/files/fileSystem.ts';
import { readMediaHead } from './detectMedia.ts';
import type { MediaSize } from './mediaJob.ts';

/**
 * Returns size and duration of a file according to its own headers. Null if they do not say. Rejects when the file
 * cannot be read.
 */
export async function measureMedia(path: string, mediaType: string): Promise<MediaSize | null> {
  if (mediaType.startsWith('image/')) return measureImage(path);
  if (!/^(audio|video)\//.test(mediaType) || mediaType === 'audio/pcm') return null;
  // The module is loaded with the first audio or video, because it is most of this part.
  const { measureTracks } = await import('./measureTracks.ts');
  return measureTracks(path);
}

/** Measures an image by its first bytes. If they do not contain the size, the rest of the file is not searched. */
async function measureImage(path: string): Promise<MediaSize | null> {
  const { imageDimensionsFromData } = await import('image-dimensions');
  const size = imageDimensionsFromData(await readMediaHead(path, nodeFileSystem));
  return size ? { width: size.width, height: size.height, seconds: null } : null;
}
