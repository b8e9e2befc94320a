import { assertNever } from '../../core/support/assertNever.ts';
import { planEmbedding } from './planEmbedding.ts';
import { nodeFileSystem } from '../files/fileSystem.ts';
import { measureMedia } from './measureMedia.ts';
import type { FileKind, MediaFacts, MediaJob } from './mediaJob.ts';

/**
 * Parses media in the calling thread, for as long as that takes: product code calls it in the parser thread only. Null when
 * the file cannot be read.
 */
export async function runMediaJob(job: MediaJob): Promise<MediaFacts | null> {
  try {
    return await runJob(job);
  } catch {
    // A format that is only half known. The artifact is as good as before; this fact about it is unknown.
    return null;
  }
}

async function runJob(job: MediaJob): Promise<MediaFacts> {
  switch (job.kind) {
    case 'detect':
      return { kind: 'detect', found: await detectKind(job.head) };
    case 'measure':
      return { kind: 'measure', size: await measureMedia(job.path, job.mediaType) };
    case 'codecs': {
      const { readTrackCodecs } = await import('./measureTracks.ts');
      return { kind: 'codecs', codecs: await readTrackCodecs(job.path) };
    }
    case 'embed':
      return { kind: 'embed', splice: await planEmbedding(job.path, job, nodeFileSystem) };
    default:
      return assertNever(job);
  }
}

/** From a buffer, not from the path: for a path the library would load a package at run time, which no bundle holds. */
async function detectKind(head: Uint8Array): Promise<FileKind | null> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head);
  return found ? { mediaType: found.mime.split(';', 1)[0]?.trim() ?? found.mime, extension: found.ext } : null;
}
