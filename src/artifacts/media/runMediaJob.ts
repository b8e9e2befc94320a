import { assertNever } from '../../core/support/assertNever.ts';
import { nodeFileSystem } from '../../node/files/fileSystem.ts';
import { type FileKind, type MediaJob, type MediaReplies, type MediaSize, readMediaHead } from './mediaReader.ts';
import { planEmbedding } from './planEmbedding.ts';

/**
 * Parses media in the calling thread, however long that takes: product code calls it in the parser thread only. Returns
 * null if the file cannot be read.
 */
export async function runMediaJob(job: MediaJob): Promise<MediaReplies[MediaJob['kind']] | null> {
  try {
    switch (job.kind) {
      case 'detect':
        return await detectKind(job.head);
      case 'measure':
        return await measureMedia(job.path, job.mediaType);
      case 'codecs': {
        const { readTrackCodecs } = await import('./measureTracks.ts');
        return await readTrackCodecs(job.path);
      }
      case 'embed':
        return await planEmbedding(job.path, job, nodeFileSystem);
      default:
        return assertNever(job);
    }
  } catch {
    // The format is only partly supported. The artifact is not affected, but this fact about it is unknown.
    return null;
  }
}

/**
 * Detects the kind from a buffer and not from the path: for a path, the library would load a package at run time that
 * no bundle contains.
 */
async function detectKind(head: Uint8Array): Promise<FileKind | null> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head);
  return found ? { mediaType: found.mime.split(';', 1)[0]?.trim() ?? found.mime, extension: found.ext } : null;
}

/**
 * Returns size and duration of a file according to its own headers. Null if they do not say. Rejects when the file
 * cannot be read.
 */
async function measureMedia(path: string, mediaType: string): Promise<MediaSize | null> {
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
