/** Everything a media maker needs to know: equal specs give equal bytes. Plain data, it crosses into the worker. */
export type MediaSpec = ImageSpec | ClipSpec | SpeechSpec | VideoSpec;

/** As it was sent: beyond 2^53 a `bigint`, so that seeds which differ in their last digit stay different. */
export type Seed = number | bigint;

/** One image of an image task. Sizes are in pixels. */
export interface ImageSpec {
  readonly kind: 'image';
  /** 1-based; images of one task differ. */
  readonly index: number;
  readonly prompt: string;
  /** Shown in the caption, as are size and seed. */
  readonly model: string;
  readonly width: number;
  readonly height: number;
  readonly seed: Seed;
  readonly format: 'png' | 'jpeg';
}

/** One of the clips of a music task. */
export interface ClipSpec {
  readonly kind: 'clip';
  /** 1-based. */
  readonly index: number;
  readonly title: string;
  /** Empty for an instrumental and for a prompt without sections. */
  readonly lyrics: string;
  /** Words that steer the style, in lower case. */
  readonly style: string;
  readonly isInstrumental: boolean;
  /** `f`, `m`, or empty for either. */
  readonly vocalGender: string;
  readonly modelVersion: string;
  readonly seed: Seed;
  readonly format: 'mp3';
}

/** The one file of a speech task. */
export interface SpeechSpec {
  readonly kind: 'speech';
  readonly index: 1;
  /** Without markup. */
  readonly text: string;
  readonly voice: string;
  /** 1 is the voice's own pace. */
  readonly speed: number;
  readonly format: SpeechFormat;
}

/** The one file of a video task: silent, and smaller than asked for, so that it is made in seconds. */
export interface VideoSpec {
  readonly kind: 'video';
  readonly index: 1;
  readonly prompt: string;
  /** Shown in the caption, as in an image. */
  readonly model: string;
  /** Pixels, a multiple of 16, as is `height`: encoders work in blocks of that size. */
  readonly width: number;
  readonly height: number;
  /** At most 5. */
  readonly seconds: number;
  /** Frames per second; there are `seconds * fps` frames, rounded. */
  readonly fps: number;
  readonly seed: Seed;
  readonly format: VideoFormat;
}

export type VideoFormat = 'mp4' | 'webm';

/** What the sandbox can really make: `pcm` is 24 kHz, 16 bit, little-endian, mono. */
export type SpeechFormat = 'mp3' | 'wav' | 'pcm';

/** `<n>.<ext>`, as in the result URL. */
export function fileNameOf({ index, format }: MediaSpec): string {
  return `${String(index)}.${format === 'jpeg' ? 'jpg' : format}`;
}

/** For the `Content-Type` header. */
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
  webm: 'video/webm',
};
