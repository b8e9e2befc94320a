import { parseJsonObject } from '../../core/support/json/parseJson.ts';
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

/** Kinds that are kept under their own extension. None of them is a program. */
const plainExtensions: ReadonlySet<string> = new Set(['glb', 'gz', 'pdf', 'tar', 'zip']);
const unknownKind: FileKind = { mediaType: 'application/octet-stream', extension: 'bin' };

/**
 * Returns the kind of a result by its bytes. Anything may be paid for, so bytes of an unknown kind are a file too. Null
 * if the file (a real path) is a web page or a message instead.
 */
export async function detectResult(
  path: string,
  { declared, maySoundRaw }: MediaHints,
  { media, files }: { readonly media: Pick<MediaReader, 'detect'>; readonly files: FileSystem },
): Promise<FileKind | null> {
  const head = await readMediaHead(path, files);
  const found = await media.detect(head);
  if (found && (/^(image|audio|video)\//.test(found.mediaType) || plainExtensions.has(found.extension))) return found;
  // Control characters are in no text, whatever its encoding.
  if (/^[\t\n\r\x20-\xff]*$/.test(head.toString('latin1', 0, 1_000))) return detectText(head.toString('utf8').trim());
  const isRaw = !found && maySoundRaw && !/^text\/|json|xml|html/.test(declared ?? '');
  return isRaw ? { mediaType: 'audio/pcm', extension: 'pcm' } : unknownKind;
}

function detectText(text: string): FileKind | null {
  // The first element says what the text is, whatever precedes it.
  const [, element = ''] = /<(?:[a-z]+:)?([a-z]+)/i.exec(text.slice(0, 20_000)) ?? [];
  if (text.startsWith('<')) return element === 'svg' ? { mediaType: 'image/svg+xml', extension: 'svg' } : null;
  // A text that is longer than what was read is data.
  const keys = Object.keys(parseJsonObject(text) ?? {});
  if (keys.some((key) => /^(?:error|errors|code|message|msg|detail)$/.test(key))) return null;
  if (/^[{[]/.test(text)) return { mediaType: 'application/json', extension: 'json' };
  if (text.startsWith('#EXTM3U')) return { mediaType: 'application/vnd.apple.mpegurl', extension: 'm3u8' };
  // Data has lines.
  return text.includes('\n') ? { mediaType: 'text/plain', extension: 'txt' } : null;
}

/** Returns the first bytes of a file. They are enough for every signature, even after a tag with a small cover. */
export async function readMediaHead(path: string, files: FileSystem): Promise<Buffer> {
  return readRegularFile(path, fileHeadBytes, files);
}
