import { toText } from '../../core/jobFile/expression/toText.ts';
import type { JsonObject } from '../../core/support/json/json.ts';

/** Describes the combination of a matrix, such as `autumn, 2848x1600`. Empty without a matrix. */
export function describeAxes(axes: JsonObject): string {
  return Object.values(axes).map(toText).join(', ');
}
