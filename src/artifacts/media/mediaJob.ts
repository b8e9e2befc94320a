import type { Splice } from './splice.ts';

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

/** The result of a job of the same kind. Null if the bytes do not say. */
export type MediaFacts =
  | { readonly kind: 'detect'; readonly found: FileKind | null }
  | { readonly kind: 'measure'; readonly size: MediaSize | null }
  | { readonly kind: 'codecs'; readonly codecs: MediaCodecs | null }
  | { readonly kind: 'embed'; readonly splice: Splice | null };

/**
 * Carries out a job, in a thread that parses documents too. Resolves to null if the job failed, or was stopped because
 * it took too much time or memory. Never rejects.
 */
export type RunMediaJob = (job: MediaJob) => Promise<MediaFacts | { readonly kind: 'document' } | null>;
