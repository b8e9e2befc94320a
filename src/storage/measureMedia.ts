import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';

export interface MediaSize {
  /** Pixels. */
  readonly width: number | null;
  readonly height: number | null;
  readonly seconds: number | null;
}

const unknownSize: MediaSize = { width: null, height: null, seconds: null };

/** Size and length of a file, from its own headers; null where they do not say. A file that can not be read so is no fault. */
export async function measureMedia(path: string, mediaType: string): Promise<MediaSize> {
  try {
    if (mediaType.startsWith('image/')) return await measureImage(path);
    if (/^(audio|video)\//.test(mediaType) && mediaType !== 'audio/pcm') {
      // Loaded when the first sound is there: it is the largest part of the engine.
      const { measureTracks } = await import('./measureTracks.ts');
      return await measureTracks(path);
    }
  } catch {
    // Half-known formats: the artifact is as good as before, only its size is not known.
  }
  return unknownSize;
}

async function measureImage(path: string): Promise<MediaSize> {
  const { imageDimensionsFromStream } = await import('image-dimensions');
  const stream = createReadStream(path);
  try {
    const size = await imageDimensionsFromStream(Readable.toWeb(stream) as ReadableStream<Uint8Array>);
    return size ? { width: size.width, height: size.height, seconds: null } : unknownSize;
  } finally {
    stream.destroy();
  }
}
