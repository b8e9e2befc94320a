import { isEnvText, isPending, isPlanList, type PlanValue, reveal } from '../planValue.ts';

/**
 * The largest value, in characters and items. No gateway accepts as much. The limit keeps a few lines of variables that
 * repeat each other from becoming gigabytes.
 */
export const maxValueSize = 1_000_000;

/** Stops counting at the limit, so that a value that shares its parts a million times is counted quickly. */
export function exceedsSize(value: PlanValue, limit = maxValueSize): boolean {
  return countDown(value, limit) < 0;
}

/** Returns what is left of a limit. Negative as soon as it is used up. */
function countDown(value: PlanValue, limit: number): number {
  if (isEnvText(value)) return countDown(reveal(value), limit);
  if (typeof value === 'string') return limit - value.length;
  if (typeof value !== 'object' || value === null || isPending(value)) return limit - 1;
  let left = limit - 1;
  for (const item of isPlanList(value) ? value : Object.values(value)) {
    left = countDown(item, left);
    if (left < 0) break;
  }
  return left;
}
