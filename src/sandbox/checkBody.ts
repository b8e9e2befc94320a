import type { ModelFamily } from '../core/catalog/catalog.ts';
import { checkRules, type RuleFault } from '../core/catalog/checkRules.ts';
import { checkValue, type ValueFault } from '../core/catalog/checkValue.ts';
import type { Field } from '../core/catalog/field.ts';
import { assertNever } from '../core/support/assertNever.ts';
import type { JsonObject, JsonValue } from '../core/support/json.ts';

/**
 * Checks a body as the gateway would: only what the interface specification states, and unknown fields pass. Says what
 * is wrong with the first field that is, its name first; null when all is well.
 */
export function checkBody(family: ModelFamily, body: JsonObject): string | null {
  const present = new Set<string>();
  for (const field of family.fields) {
    const given = findValue(field, body);
    if (given !== undefined) present.add(field.name);
    const fault = given === undefined ? describeMissing(field) : describeValue(given, field);
    if (fault !== null) return fault;
  }
  const broken = checkRules(family.rules, present).find(isSpecified);
  return broken ? describeRule(broken) : null;
}

/** JSON null counts as absent, and so does an empty text. */
function findValue(field: Field, body: JsonObject): JsonValue | undefined {
  const values = [field.name, ...(field.aliases ?? [])].map((name) => body[name]);
  return values.find((value) => value !== undefined && value !== null && value !== '');
}

function describeMissing({ name, isRequired }: Field): string | null {
  return isRequired ? `${name} is missing.` : null;
}

function describeValue(value: JsonValue, field: Field): string | null {
  const fault = checkValue(value, field).find(isSpecified);
  if (!fault) return null;
  const path = fault.path.reduce<string>(
    (path, step) => (typeof step === 'number' ? `${path}[${String(step)}]` : `${path}.${step}`),
    field.name,
  );
  return `${path} ${describeFault(fault)}.`;
}

function describeFault({ code, args }: ValueFault): string {
  const { expected, found, value, values, min, max, length, count, field } = args;
  switch (code) {
    case 'wrong-type':
      return `must be of type ${String(expected)}, not ${String(found)}`;
    case 'not-in-enum':
      return `must be one of ${String(values)}; "${String(value)}" is not`;
    case 'out-of-range':
      return `is ${String(value)}, allowed is ${String(min ?? '')}..${String(max ?? '')}`;
    case 'too-long':
      return `has ${String(length)} characters, at most ${String(max)} are allowed`;
    case 'too-short':
      return `has ${String(length)} characters, at least ${String(min)} are needed`;
    case 'too-many-items':
      return `has ${String(count)} items, at most ${String(max)} are allowed`;
    case 'too-few-items':
      return `has ${String(count)} items, at least ${String(min)} are needed`;
    case 'unknown-field':
      return `does not know "${String(field)}"`;
    case 'missing-field':
      return `needs "${String(field)}"`;
    default:
      return assertNever(code);
  }
}

function describeRule(fault: RuleFault): string {
  switch (fault.code) {
    case 'missing-one-of':
      return `One of ${fault.fields.join(', ')} is missing.`;
    case 'exclusive-fields':
      return `${fault.fields.join(' and ')} must not be sent together.`;
    default:
      return assertNever(fault);
  }
}

function isSpecified({ source }: Pick<ValueFault, 'source'>): boolean {
  return source === 'specification';
}
