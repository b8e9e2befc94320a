import { assertNever } from '../../core/support/assertNever.ts';
import type { MediaSpec } from './mediaSpec.ts';
import type { MediaWorker } from './mediaWorker.ts';

/** Shortest edge in pixels. Encoders work in blocks of 16. */
const leastEdge = 64;
const videoSeconds = 0.5;

/** Returns a worker that makes each file in a small version. */
export function draftMedia(worker: MediaWorker): MediaWorker {
  return { ...worker, make: (spec, file) => worker.make(draftSpec(spec), file) };
}

/** A small version takes a tenth of the time or less. Audio is cheap and stays unchanged. */
function draftSpec(spec: MediaSpec): MediaSpec {
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

/** Returns a quarter of the edge, in whole blocks. */
function shrink(edge: number): number {
  return Math.max(leastEdge, Math.round(edge / 64) * 16);
}
