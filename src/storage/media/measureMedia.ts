import { nodeFileSystem } from '../files/fileSystem.ts';
import { readMediaHead } from './detectMedia.ts';
import type { MediaSize } from './mediaJob.ts';

/** Size and length of a file, from its own headers; null where they do not say. Rejects when the file cannot be read. */
export async function measureMedia(path: string, mediaType: string): Promise<MediaSize | null> {
  if (mediaType.startsWith('image/')) return measureImage(path);
  if (!/^(audio|video)\//.test(mediaType) || mediaType === 'audio/pcm') return null;
  // Loaded with the first audio or video: it is most of this part.
  const { measureTracks } = await import('./measureTracks.ts');
  return measureTracks(path);
}

/** An image whose size is not among its first bytes has none that is worth a search through the rest. */
async function measureImage(path: string): Promise<MediaSize | null> {
  const { imageDimensionsFromData } = await import('image-dimensions');
  const size = imageDimensionsFromData(await readMediaHead(path, nodeFileSystem));
  return size ? { width: size.width, height: size.height, seconds: null } : null;
}
