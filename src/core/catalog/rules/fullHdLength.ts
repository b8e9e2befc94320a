import type { Rule } from '../rule.ts';

const longestSeconds = 6;

/** Observed for MiniMax Hailuo: at `size: 1080p` the only length is 6 seconds. */
export const fullHdLength: Rule = {
  kind: 'named',
  name: 'full-hd-length',
  fields: ['duration', 'size'],
  source: 'observed',
  check: ({ size, duration }) => {
    const isLong = (typeof duration === 'number' || typeof duration === 'bigint') && duration > longestSeconds;
    return size === '1080p' && isLong ? { seconds: longestSeconds } : null;
  },
};
