import type { JsonObject } from '../../support/json/json.ts';
import type { Rule } from '../rule.ts';
import { hasInputImages } from './hasInputImages.ts';
import { parsePixelSize, pixelsOf } from './pixelSize.ts';

const largestPixels = 2048 * 2048;
const fields = ['size', 'image', 'images', 'enable_sequential'];

/**
 * Interface specification 4.4, "Wan 2.7", rule 1. With input images or in sequence, no reading allows 4K or a larger
 * custom size.
 */
export const largeSizeNeedsText: Rule = {
  kind: 'named',
  name: 'large-size-needs-text',
  fields,
  source: 'specification',
  check: (values, present) => (isGuided(values, present) && isLarge(values) ? describeSize(values) : null),
};

/** The same rule can be read as allowing only `2K` and `2048*2048`. */
export const smallSizeNeedsText: Rule = {
  kind: 'named',
  name: 'small-size-needs-text',
  fields,
  source: 'observed',
  reason: 'The specification can be read in two ways here.',
  check: (values, present) => {
    const { size } = values;
    if (!isGuided(values, present) || typeof size !== 'string' || isLarge(values)) return null;
    return size === '2K' || size === '2048*2048' ? null : { size };
  },
};

function describeSize({ size }: JsonObject): { readonly size: string } {
  return { size: typeof size === 'string' ? size : '' };
}

/** Whether input images, or earlier images in a sequence, guide the result. */
function isGuided(values: JsonObject, present: ReadonlySet<string>): boolean {
  return hasInputImages(values, present) || values['enable_sequential'] === true;
}

function isLarge({ size }: JsonObject): boolean {
  const parsed = parsePixelSize(size);
  return size === '4K' || (parsed !== null && pixelsOf(parsed) > largestPixels);
}
