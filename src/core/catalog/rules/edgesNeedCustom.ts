import type { Rule } from '../rule.ts';

/** Observed for p-image: `width` and `height` have an effect only with `aspect_ratio: custom`. */
export const edgesNeedCustom: Rule = {
  kind: 'named',
  name: 'edges-need-custom',
  fields: ['width', 'height', 'aspect_ratio'],
  source: 'observed',
  check: ({ aspect_ratio: ratio }, present) => {
    const field = ['width', 'height'].find((edge) => present.has(edge));
    const isOther = present.has('aspect_ratio') ? ratio !== undefined && ratio !== 'custom' : true;
    return field !== undefined && isOther ? { field } : null;
  },
};
