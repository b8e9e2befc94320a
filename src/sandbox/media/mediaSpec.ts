/** All input of a media maker: equal specs produce equal bytes. Plain data, because it is passed to the worker. */
export type MediaSpec = ImageSpec | ClipSpec | SpeechSpec | VideoSpec;

/**
 * The seed as it was sent. Beyond 2^53 it is a `bigint`, so that seeds that differ in their last digit stay different.
 */
export type Seed = number | bigint;

/** One image of an image task. Sizes are in pixels. */
export interface ImageSpec {
  readonly kind: 'image';
  /** Counts from 1. The images of one task differ. */
  readonly index: number;
  readonly prompt: string;
  /** Shown in the caption, like size and seed. */
  readonly model: string;
  readonly width: number;
  readonly height: number;
  readonly seed: Seed;
  readonly format: 'png' | 'jpeg';
}

/** One of the clips of a music task. */
export interface ClipSpec {
  readonly kind: 'clip';
  /** Counts from 1. */
  readonly index: number;
  readonly title: string;
  /** Empty for an instrumental and for a prompt without sections. */
  readonly lyrics: string;
  /** Words that steer the style, in lowercase. */
  readonly style: string;
  readonly isInstrumental: boolean;
  /** `f`, `m`, or empty for either. */
  readonly vocalGender: string;
  readonly modelVersion: string;
  readonly seed: Seed;
  readonly format: 'mp3';
}

/** The only file of a speech task. */
export interface SpeechSpec {
  readonly kind: 'speech';
  readonly index: 1;
  /** Text without markup. */
  readonly text: string;
  readonly voice: string;
  /** 1 is the normal pace of the voice. */
  readonly speed: number;
  readonly format: SpeechFormat;
}

/** The only file of a video task: silent, and smaller than requested, so that it is made in seconds. */
export interface VideoSpec {
  readonly kind: 'video';
  readonly index: 1;
  readonly prompt: string;
  /** Shown in the caption, as in an image. */
  readonly model: string;
  /** Pixels. Like `height` a multiple of 16, the edge of a macroblock. */
  readonly width: number;
  readonly height: number;
  /** At most 5. */
  readonly seconds: number;
  readonly seed: Seed;
  readonly format: 'mp4';
}

/** Formats that the sandbox can make. `pcm` is 24 kHz, 16 bit, little-endian, mono. */
export type SpeechFormat = 'mp3' | 'wav' | 'pcm';

/** Returns `<n>.<ext>`, as in the result URL. */
export function fileNameOf({ index, format }: MediaSpec): string {
  return `${String(index)}.${format === 'jpeg' ? 'jpg' : format}`;
}

/** Returns the value of the `Content-Type` header. */
export function mediaTypeOf({ format }: MediaSpec): string {
  return mediaTypes[format];
}

const mediaTypes: Readonly<Record<MediaSpec['format'], string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  pcm: 'audio/L16;rate=24000;channels=1',
  mp4: 'video/mp4',
};

/** Shortest edge in pixels. Encoders work in blocks of 16. */
const leastEdge = 64;

/**
 * Returns the spec of a small version, which is made in a tenth of the time or less. Audio is cheap and stays unchanged.
 */
export function draftSpec(spec: MediaSpec): MediaSpec {
  return 'width' in spec ? { ...spec, width: shrink(spec.width), height: shrink(spec.height) } : spec;
}

/** Returns a quarter of the edge, in whole blocks. */
function shrink(edge: number): number {
  return Math.max(leastEdge, Math.round(edge / 64) * 16);
}
