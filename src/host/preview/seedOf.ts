import { toText } from '../../core/jobFile/expression/toText.ts';
import type { JsonObject } from '../../core/support/json/json.ts';

/** Returns the seed as a string, because it may have more digits than a number can hold. */
export function seedOf({ seed }: JsonObject): string | null {
  return seed === undefined || seed === null ? null : toText(seed);
}
