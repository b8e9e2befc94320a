import type { Clock } from '../../../src/core/support/clock.ts';
import { createLeapingClock } from './leapingClock.ts';

const jobLimitMs = 10_000;

/**
 * A clock for a parser thread: the limit of a job ends as soon as nothing else happens, and no other wait ever ends.
 */
export function createJobLimitClock(): Pick<Clock, 'sleep'> {
  const leaping = createLeapingClock();
  const sleepForever: Clock['sleep'] = (_durationMs, signal) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  return {
    sleep: (durationMs, signal) =>
      durationMs === jobLimitMs ? leaping.sleep(durationMs, signal) : sleepForever(durationMs, signal),
  };
}
