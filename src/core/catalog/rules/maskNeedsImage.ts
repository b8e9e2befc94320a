import type { Rule } from '../rule.ts';
import { hasInputImages } from './hasInputImages.ts';

/** Interface specification 4.4, "gpt-image-2": a mask edits input images. Its effect without them is not specified. */
export const maskNeedsImage: Rule = {
  kind: 'named',
  name: 'mask-needs-image',
  fields: ['mask', 'image', 'images'],
  source: 'observed',
  reason: 'A mask is documented for image input. Its effect without one is unknown.',
  check: (values, present) => (present.has('mask') && !hasInputImages(values, present) ? { field: 'mask' } : null),
};
