import type { FileSystem } from '../../node/files/fileSystem.ts';
import { readRegularFile } from '../../node/files/regularFile.ts';
import type { Splice } from './planEmbedding.ts';

/** Kind of a file according to its bytes. */
export interface FileKind {
  readonly mediaType: string;
  /** Extension without the dot. */
  readonly extension: string;
}

export interface MediaSize {
  /** Width in pixels. */
  readonly width: number | null;
  readonly height: number | null;
  readonly seconds: number | null;
}

export const unknownSize: MediaSize = { width: null, height: null, seconds: null };

/** Codec strings of RFC 6381 by kind of track; empty for an unknown codec. */
export interface MediaCodecs {
  readonly video: readonly string[];
  readonly audio: readonly string[];
}

/** Number of bytes at the start of a file that are enough for its kind and for the size of an image. */
export const fileHeadBytes = 256 * 1024;

/** One request for facts about the bytes of a file. Paths are absolute. */
export type MediaJob =
  | { readonly kind: 'detect'; readonly head: Uint8Array }
  | { readonly kind: 'measure'; readonly path: string; readonly mediaType: string }
  | { readonly kind: 'codecs'; readonly path: string }
  | { readonly kind: 'embed'; readonly path: string; readonly mediaType: string; readonly text: string };

/** The replies to the jobs by their kinds. A reply is null if the bytes do not say. */
export interface MediaReplies {
  readonly detect: FileKind;
  readonly measure: MediaSize;
  readonly codecs: MediaCodecs;
  readonly embed: Splice;
}

/**
 * Carries out a job, in a thread that parses documents too. Resolves to null if the job failed, or was stopped because
 * it took too much time or memory. Never rejects.
 */
type RunMediaJob = <Job extends MediaJob>(job: Job) => Promise<MediaReplies[Job['kind']] | null>;

export type MediaReader = ReturnType<typeof createMediaReader>;

/**
 * Creates what finds out facts about media files. The bytes come from other people, so reading them may fail or take too
 * long: then the fact is unknown. Never rejects. Paths are absolute.
 */
export function createMediaReader(run: RunMediaJob) {
  return {
    /** Detects the kind of a file by its first bytes (`fileHeadBytes` are used). Null if they do not show it. */
    detect: (head: Uint8Array) =>
      // The bytes are copied, because those of a job are moved to the other thread with their whole buffer.
      run({ kind: 'detect', head: new Uint8Array(head.subarray(0, fileHeadBytes)) }),
    measure: async (path: string, mediaType: string) =>
      (await run({ kind: 'measure', path, mediaType })) ?? unknownSize,
    /** Returns the codecs that a player must support for this file. Null if the file does not say. */
    readCodecs: (path: string) => run({ kind: 'codecs', path }),
    /** Returns where a text can be inserted into the file. Null if its format has no place for one. */
    planEmbedding: (path: string, mediaType: string, text: string) => run({ kind: 'embed', path, mediaType, text }),
  };
}

interface MediaHints {
  /** Media type that the server declared. It is used only if the bytes do not show a type. */
  readonly declared: string | null;
  /** Whether raw audio without a header is expected. */
  readonly maySoundRaw: boolean;
}

/** Returns null if the file (a real path) is not media but, for example, a web page, an error or a program. */
export async function detectMedia(
  path: string,
  { declared, maySoundRaw }: MediaHints,
  { media, files }: { readonly media: Pick<MediaReader, 'detect'>; readonly files: FileSystem },
): Promise<FileKind | null> {
  const head = await readMediaHead(path, files);
  const found = await media.detect(head);
  if (found) return /^(image|audio|video)\//.test(found.mediaType) ? found : null;
  const isText = /^text\/|json|xml|html/.test(declared ?? '') || looksLikeText(head);
  return maySoundRaw && !isText ? { mediaType: 'audio/pcm', extension: 'pcm' } : null;
}

/** Returns the first bytes of a file. They are enough for every signature, even after a tag with a small cover. */
export async function readMediaHead(path: string, files: FileSystem): Promise<Buffer> {
  return readRegularFile(path, fileHeadBytes, files);
}

/** Web pages and error bodies start with `<` or `{`. */
function looksLikeText(head: Buffer): boolean {
  return /^\s*[<{]/.test(head.toString('latin1', 0, 64));
}
