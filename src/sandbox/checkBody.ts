import type { ModelFamily } from '../core/catalog/catalog.ts';
import { checkRules, type RuleProblem } from '../core/catalog/checkRules.ts';
import { checkValue, type ValueProblem } from '../core/catalog/checkValue.ts';
import { indexFields } from '../core/catalog/createCatalog.ts';
import type { Field } from '../core/catalog/field.ts';
import { ruleTexts } from '../core/language/problems/ruleTexts.ts';
import { assertNever } from '../core/support/assertNever.ts';
import type { JsonObject, JsonValue } from '../core/support/json/json.ts';

/**
 * Checks a body like the gateway: only rules of the interface specification, and unknown fields are accepted. Returns
 * what is wrong with the first invalid field, starting with its name. Null if the body is valid.
 */
export function checkBody(family: ModelFamily, body: JsonObject): string | null {
  const given = indexGiven(family, body);
  for (const field of family.fields) {
    const member = given.get(field.name);
    const problem = member ? describeValue(member, field) : describeMissing(field);
    if (problem !== null) return problem;
  }
  const values = Object.fromEntries([...given].map(([name, { value }]) => [name, value]));
  const broken = checkRules(family.rules, { present: new Set(given.keys()), values }).find(isSpecified);
  return broken ? describeRule(broken) : null;
}

/** A member of a body. */
interface Given {
  /** The key as the body spells it. */
  readonly key: string;
  readonly value: JsonValue;
}

/** Returns the present values by the main names of the fields. */
function indexGiven({ fields }: ModelFamily, body: JsonObject): ReadonlyMap<string, Given> {
  const known = indexFields(fields);
  const present = Object.entries(body).filter(([, value]) => !isAbsent(value));
  return new Map(present.map(([key, value]) => [known.get(key)?.name ?? key, { key, value }]));
}

/** JSON null, or an empty string, means that the field is left out. */
function isAbsent(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === '';
}

function describeMissing({ name, isRequired, typeSource }: Field): string | null {
  return isRequired && typeSource !== 'observed' ? `${name} is missing.` : null;
}

function describeValue({ key, value }: Given, field: Field): string | null {
  const problem = checkValue(value, field).find(isSpecified);
  if (!problem) return null;
  const path = problem.path.reduce<string>(
    (path, step) => (typeof step === 'number' ? `${path}[${String(step)}]` : `${path}.${step}`),
    key,
  );
  return `${path} ${describeProblem(problem)}.`;
}

function describeProblem({ code, args }: ValueProblem): string {
  const { expected, found, value, values, min, max, length, count, field } = args;
  switch (code) {
    case 'wrong-type':
      return `must be of type ${String(expected)}, not ${String(found)}`;
    case 'not-in-enum':
      return `must be one of ${String(values)}; "${String(value)}" is not`;
    case 'out-of-range':
      return `is ${String(value)}, allowed is ${String(min ?? '')}..${String(max ?? '')}`;
    case 'wrong-form':
      return `must be written as ${String(args['form'])}; "${String(value)}" is not`;
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

function describeRule(problem: RuleProblem): string {
  switch (problem.code) {
    case 'missing-one-of':
      return `One of ${problem.fields.join(', ')} is missing.`;
    case 'exclusive-fields':
      return `${problem.fields.join(' and ')} must not be sent together.`;
    case 'rule-broken':
      return describeNamedRule(problem);
    default:
      return assertNever(problem);
  }
}

/** Uses the message of the editor, after the names of the fields. */
function describeNamedRule({ name, fields, args }: Extract<RuleProblem, { code: 'rule-broken' }>): string {
  const template = ruleTexts[name]?.message ?? name;
  const sentence = template.replaceAll(/\{(\w+)\}/g, (whole, key: string) => String(args[key] ?? whole));
  return fields.length === 0 ? sentence : `${fields.join(', ')}: ${sentence}`;
}

function isSpecified({ source }: Pick<ValueProblem, 'source'>): boolean {
  return source === 'specification';
}
