import { assertNever } from '../../core/support/assertNever.ts';
import type { MediaSpec } from './mediaSpec.ts';
import type { MediaWorker } from './mediaWorker.ts';

/** Pixels, along both edges; encoders work in blocks of 16. */
const leastEdge = 64;
const videoSeconds = 0.5;

/** The same worker, which makes each file in small. */
export function draftMedia(worker: MediaWorker): MediaWorker {
  return { ...worker, make: (spec, file) => worker.make(draftSpec(spec), file) };
}

/** Takes a tenth of the time and less. Sounds are cheap and stay as they are. */
export function draftSpec(spec: MediaSpec): MediaSpec {
  switch (spec.kind) {
    case 'image':
      return { ...spec, width: shrink(spec.width), height: shrink(spec.height) };
    case 'video':
      return {
        ...spec,
        width: shrink(spec.width),
        height: shrink(spec.height),
        seconds: Math.min(videoSeconds, spec.seconds),
      };
    case 'clip':
    case 'speech':
      return spec;
    default:
      return assertNever(spec);
  }
}

/** A quarter, in whole blocks. */
function shrink(edge: number): number {
  return Math.max(leastEdge, Math.round(edge / 64) * 16);
}
