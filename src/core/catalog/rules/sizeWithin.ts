import type { Rule } from '../rule.ts';
import { parsePixelSize, pixelsOf, ratioOf } from './pixelSize.ts';

interface SizeBounds {
  /** The number of pixels in total, inclusive, written as a size: `768*768`. */
  readonly smallest?: string;
  readonly largest: string;
  /** Ratio of the long edge to the short one, inclusive. */
  readonly ratio?: number;
}

/** Interface specification 4.4, "Wan 2.7": bounds of an explicit size. Resolution classes are accepted. */
export function sizeWithin(bounds: SizeBounds): Rule {
  const { smallest = '', largest, ratio = Infinity } = bounds;
  const [min, max] = [smallest, largest].map(parsePixelSize);
  return {
    kind: 'named',
    name: smallest === '' ? 'size-up-to' : 'size-within',
    fields: ['size'],
    figures: { ...bounds },
    source: 'specification',
    check: ({ size }) => {
      const parsed = parsePixelSize(size);
      if (!parsed || typeof size !== 'string') return null;
      const pixels = pixelsOf(parsed);
      const isInside = pixels > 0 && (!min || pixels >= pixelsOf(min)) && (!max || pixels <= pixelsOf(max));
      return isInside && ratioOf(parsed) <= ratio ? null : { size };
    },
  };
}
