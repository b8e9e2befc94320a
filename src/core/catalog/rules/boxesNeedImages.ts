import type { Rule } from '../rule.ts';
import { hasInputImages } from './hasInputImages.ts';

/** Interface specification 4.4, "Wan 2.7": boxes mark areas of input images. */
export const boxesNeedImages: Rule = {
  kind: 'named',
  name: 'boxes-need-images',
  fields: ['bbox_list', 'image', 'images'],
  source: 'specification',
  check: (values, present) =>
    present.has('bbox_list') && !hasInputImages(values, present) ? { field: 'bbox_list' } : null,
};
