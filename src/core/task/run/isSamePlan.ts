import type { PlannedRequest } from '../../jobFile/request.ts';
import { canonicalJson } from '../../support/canonicalJson.ts';
import type { JsonValue } from '../../support/json.ts';

/** Whether two requests that are not filled yet belong to the same job and have the same content and inputs. */
export function isSamePlan(one: PlannedRequest, other: PlannedRequest): boolean {
  return one.job === other.job && planKey(one) === planKey(other);
}

function planKey({ endpoint, recordBody, slots, needs, inputs }: PlannedRequest): string {
  const plain = { slots, needs, inputs: inputs.map(({ sha256 }) => sha256) } as unknown as JsonValue;
  return canonicalJson([endpoint, recordBody, plain]);
}
