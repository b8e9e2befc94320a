import { toText } from '../core/jobFile/expression/toText.ts';
import type { JsonObject } from '../core/support/json.ts';

/** `autumn, 2848x1600`: which combination of a matrix it is; empty without a matrix. */
export function describeAxes(axes: JsonObject): string {
  return Object.values(axes).map(toText).join(', ');
}
