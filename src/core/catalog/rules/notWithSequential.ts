import type { Rule } from '../rule.ts';

/** Interface specification 4.4, "Wan 2.7", rules 2 and 3: must not be sent together with `enable_sequential: true`. */
export function notWithSequential(field: 'thinking_mode' | 'color_palette'): Rule {
  return {
    kind: 'named',
    name: 'not-with-sequential',
    fields: [field, 'enable_sequential'],
    source: 'specification',
    figures: { field },
    check: ({ enable_sequential }, present) => (enable_sequential === true && present.has(field) ? { field } : null),
  };
}
