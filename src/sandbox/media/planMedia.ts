import type { TaskKind } from '../store/taskRecord.ts';
import { findUnpaintable, planImages, type ImageSpec } from './planImages.ts';
import { findUnspeakable, planClips, planSpeech, type ClipSpec, type SpeechSpec } from './planSound.ts';
import { planVideo, type VideoSpec } from './planVideo.ts';
import type { TaskBody } from './taskBody.ts';

/** All input of a media maker: equal specs produce equal bytes. Plain data, because it is passed to the worker. */
export type MediaSpec = ImageSpec | ClipSpec | SpeechSpec | VideoSpec;

const planners: Readonly<Record<TaskKind, (body: TaskBody) => readonly MediaSpec[]>> = {
  image: planImages,
  music: planClips,
  speech: (body) => [planSpeech(body)],
  video: (body) => [planVideo(body)],
  chat: () => [],
};

/** Returns the files that a task will have. A pure function of its body. */
export function planMedia({ kind, body }: { readonly kind: TaskKind; readonly body: TaskBody }): readonly MediaSpec[] {
  return planners[kind](body);
}

/** Names a request that the interface allows but the sandbox cannot fulfill. Null if there is none. */
export function findUnmakeable(kind: TaskKind, body: TaskBody): string | null {
  if (kind === 'image') return findUnpaintable(body);
  return kind === 'speech' ? findUnspeakable(body) : null;
}

/** Returns `<n>.<ext>`, as in the result URL. */
export function fileNameOf({ index, format }: MediaSpec): string {
  return `${String(index)}.${format === 'jpeg' ? 'jpg' : format}`;
}

/** Values of the `Content-Type` header. */
export const mediaTypes: Readonly<Record<MediaSpec['format'], string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  pcm: 'audio/L16;rate=24000;channels=1',
  mp4: 'video/mp4',
};

/**
 * Returns the spec of a small version, which is made in a tenth of the time or less. Audio is cheap and stays unchanged.
 */
export function draftSpec(spec: MediaSpec): MediaSpec {
  return 'width' in spec ? { ...spec, width: shrink(spec.width), height: shrink(spec.height) } : spec;
}

/** Returns a quarter of the edge, in the whole blocks of 16 pixels that encoders work in. */
function shrink(edge: number): number {
  return Math.max(64, Math.round(edge / 64) * 16);
}
