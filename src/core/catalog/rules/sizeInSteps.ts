import type { Rule } from '../rule.ts';
import { parsePixelSize, ratioOf } from './pixelSize.ts';

interface SizeSteps {
  /** Both edges are multiples of it. */
  readonly step: number;
  /** Longest edge, inclusive. */
  readonly longest: number;
  /** Ratio of the long edge to the short one, inclusive. */
  readonly ratio: number;
}

/** Observed for gpt-image-2: the limits of an explicit size. */
export function sizeInSteps({ step, longest, ratio }: SizeSteps): Rule {
  return {
    kind: 'named',
    name: 'size-in-steps',
    fields: ['size'],
    figures: { step, longest, ratio },
    source: 'observed',
    check: ({ size }) => {
      const parsed = parsePixelSize(size);
      if (!parsed || typeof size !== 'string') return null;
      // The ratio of an edge of 0 is not a finite number.
      const fits = [parsed.width, parsed.height].every((edge) => edge <= longest && edge % step === 0);
      return fits && ratioOf(parsed) <= ratio ? null : { size };
    },
  };
}
