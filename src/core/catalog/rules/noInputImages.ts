import type { Rule } from '../rule.ts';

/**
 * Interface specification 4.4, "Wan 2.6": the text-to-image model does not allow the image fields of the other Wan 2.6
 * model.
 */
export const noInputImages: Rule = {
  kind: 'named',
  name: 'no-input-images',
  fields: [],
  alsoReads: ['image', 'images'],
  source: 'specification',
  check: (_values, present) => {
    const field = ['image', 'images'].find((name) => present.has(name));
    return field === undefined ? null : { field, model: 'wan2.6-image' };
  },
};
