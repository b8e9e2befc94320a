import type { Splice } from './splice.ts';
import {
  fileHeadBytes,
  unknownSize,
  type FileKind,
  type MediaCodecs,
  type MediaSize,
  type RunMediaJob,
} from './mediaJob.ts';

/**
 * Facts about media files. The bytes come from others, so reading them may fail or take forever: then the fact is unknown.
 * Never rejects. Paths are absolute.
 */
export interface MediaReader {
  /** Judges a file by its first bytes (`fileHeadBytes` are considered); null when they say nothing. */
  detect(head: Uint8Array): Promise<FileKind | null>;
  measure(path: string, mediaType: string): Promise<MediaSize>;
  /** What a player must know to play this file; null when the file does not say. */
  readCodecs(path: string): Promise<MediaCodecs | null>;
  /** Where a text goes into the file; null where it has no place for one. */
  planEmbedding(path: string, mediaType: string, text: string): Promise<Splice | null>;
}

export function createMediaReader(run: RunMediaJob): MediaReader {
  return {
    async detect(head) {
      // A copy: a view would take all that it views into the other thread.
      const facts = await run({ kind: 'detect', head: new Uint8Array(head.subarray(0, fileHeadBytes)) });
      return facts?.kind === 'detect' ? facts.found : null;
    },
    async measure(path, mediaType) {
      const facts = await run({ kind: 'measure', path, mediaType });
      return (facts?.kind === 'measure' ? facts.size : null) ?? unknownSize;
    },
    async readCodecs(path) {
      const facts = await run({ kind: 'codecs', path });
      return facts?.kind === 'codecs' ? facts.codecs : null;
    },
    async planEmbedding(path, mediaType, text) {
      const facts = await run({ kind: 'embed', path, mediaType, text });
      return facts?.kind === 'embed' ? facts.splice : null;
    },
  };
}
