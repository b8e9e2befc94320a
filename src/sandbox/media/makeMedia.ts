import { assertNever } from '../../core/support/assertNever.ts';
import { makeImage } from './image/makeImage.ts';
import type { MediaSpec } from './mediaSpec.ts';
import { makeClip } from './sound/makeClip.ts';
import { makeSpeech } from './sound/makeSpeech.ts';
import { makeVideo } from './video/makeVideo.ts';

/** Returns the bytes of a file. A pure function of its spec, and too slow for a thread that must respond. */
export function makeMedia(spec: MediaSpec): Uint8Array | Promise<Uint8Array> {
  switch (spec.kind) {
    case 'image':
      return makeImage(spec);
    case 'clip':
      return makeClip(spec);
    case 'speech':
      return makeSpeech(spec);
    case 'video':
      return makeVideo(spec);
    default:
      return assertNever(spec);
  }
}
