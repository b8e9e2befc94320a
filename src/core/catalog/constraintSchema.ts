import { assertNever } from '../support/assertNever.ts';
import type { JsonObject } from '../support/json/json.ts';
import type { Constraint } from './field.ts';

/** Returns keywords of JSON Schema. Constraints that are only observed are left out. */
export function constraintSchema(constraints: readonly Constraint[]): JsonObject {
  const binding = constraints.filter(({ source }) => source === 'specification');
  return Object.assign({}, ...binding.map(mapConstraint)) as JsonObject;
}

function mapConstraint(constraint: Constraint): JsonObject {
  switch (constraint.kind) {
    case 'enum':
      return { enum: [...constraint.values] };
    case 'pattern':
      return { pattern: `^(?:${constraint.pattern})$` };
    case 'range':
      return mapBounds(constraint, 'minimum', 'maximum');
    case 'length':
      return mapBounds(constraint, 'minLength', 'maxLength');
    case 'items':
      return mapBounds(constraint, 'minItems', 'maxItems');
    default:
      return assertNever(constraint);
  }
}

function mapBounds(
  { min, max }: { readonly min?: number; readonly max?: number },
  low: string,
  high: string,
): JsonObject {
  return { ...(min === undefined ? {} : { [low]: min }), ...(max === undefined ? {} : { [high]: max }) };
}
