import type { JsonObject } from '../support/json/json.ts';
import type { Constraint } from './field.ts';

/** Returns keywords of JSON Schema. Constraints that are only observed are left out. */
export function constraintSchema(constraints: readonly Constraint[]): JsonObject {
  const binding = constraints.filter(({ source }) => source === 'specification');
  return Object.assign({}, ...binding.map(mapConstraint)) as JsonObject;
}

const bounds = {
  range: ['minimum', 'maximum'],
  length: ['minLength', 'maxLength'],
  items: ['minItems', 'maxItems'],
} as const;

function mapConstraint(constraint: Constraint): JsonObject {
  if (constraint.kind === 'enum') return { enum: [...constraint.values] };
  if (constraint.kind === 'pattern') return { pattern: `^(?:${constraint.pattern})$` };
  const { kind, min, max } = constraint;
  const [low, high] = bounds[kind];
  return { ...(min === undefined ? {} : { [low]: min }), ...(max === undefined ? {} : { [high]: max }) };
}
