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
 * Facts about media files. The bytes come from other people, so reading them may fail or take too long: then the fact
 * is unknown. Never rejects. Paths are absolute.
 */
export interface MediaReader {
  /**
   * Detects the kind of a file by its first bytes (`fileHeadBytes` are used). Resolves to null if they do not show it.
   */
  detect(head: Uint8Array): Promise<FileKind | null>;
  measure(path: string, mediaType: string): Promise<MediaSize>;
  /** Returns the codecs that a player must support for this file. Null if the file does not say. */
  readCodecs(path: string): Promise<MediaCodecs | null>;
  /** Returns where a text can be inserted into the file. Null if its format has no place for one. */
  planEmbedding(path: string, mediaType: string, text: string): Promise<Splice | null>;
}

export function createMediaReader(run: RunMediaJob): MediaReader {
  return {
    async detect(head) {
      // The bytes are copied, because with a view the whole buffer would be sent to the other thread.
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
