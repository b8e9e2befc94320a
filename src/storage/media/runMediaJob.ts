import { assertNever } from '../../core/support/assertNever.ts';
import { planEmbedding } from './planEmbedding.ts';
import { nodeFileSystem } from '../../node/files/fileSystem.ts';
import { measureMedia } from './measureMedia.ts';
import type { FileKind, MediaFacts, MediaJob } from './mediaJob.ts';

/**
 * Parses media in the calling thread, however long that takes: product code calls it in the parser thread only. Returns
 * null if the file cannot be read.
 */
export async function runMediaJob(job: MediaJob): Promise<MediaFacts | null> {
  try {
    return await runJob(job);
  } catch {
    // The format is only partly supported. The artifact is not affected, but this fact about it is unknown.
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

/**
 * Detects the kind from a buffer and not from the path: for a path, the library would load a package at run time that
 * no bundle contains.
 */
async function detectKind(head: Uint8Array): Promise<FileKind | null> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head);
  return found ? { mediaType: found.mime.split(';', 1)[0]?.trim() ?? found.mime, extension: found.ext } : null;
}
