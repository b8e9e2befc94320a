import type { Splice } from './splice.ts';

/** Kind of a file, judged by its bytes. */
export interface FileKind {
  readonly mediaType: string;
  /** Without the dot. */
  readonly extension: string;
}

export interface MediaSize {
  /** Pixels. */
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

/** So many first bytes of a file tell its kind, and the size of an image. */
export const fileHeadBytes = 256 * 1024;

/** One question about the bytes of a file. Paths are absolute. */
export type MediaJob =
  | { readonly kind: 'detect'; readonly head: Uint8Array }
  | { readonly kind: 'measure'; readonly path: string; readonly mediaType: string }
  | { readonly kind: 'codecs'; readonly path: string }
  | { readonly kind: 'embed'; readonly path: string; readonly mediaType: string; readonly text: string };

/** The reply to a job of the same kind; null where the bytes do not say. */
export type MediaFacts =
  | { readonly kind: 'detect'; readonly found: FileKind | null }
  | { readonly kind: 'measure'; readonly size: MediaSize | null }
  | { readonly kind: 'codecs'; readonly codecs: MediaCodecs | null }
  | { readonly kind: 'embed'; readonly splice: Splice | null };

/** Carries out a job. Null when it failed, or was stopped because it took too much. Never rejects. */
export type RunMediaJob = (job: MediaJob) => Promise<MediaFacts | null>;
