import { assertNever } from '../support/assertNever.ts';
import { isJsonObject, type JsonValue } from '../support/json/json.ts';
import { closestName } from '../support/text/closestName.ts';
import { countCodePoints } from '../support/text/countCodePoints.ts';
import { indexFields } from './createCatalog.ts';
import type { Constraint, Field, FieldType, Source } from './field.ts';

/** One value that breaks a field's type or constraint. */
export interface ValueProblem {
  readonly code:
    | 'wrong-type'
    | 'not-in-enum'
    | 'out-of-range'
    | 'wrong-form'
    | 'too-long'
    | 'too-short'
    | 'too-many-items'
    | 'too-few-items'
    | 'unknown-field'
    | 'missing-field';
  readonly source: Source;
  readonly path: readonly (string | number)[];
  /** Fills the message. `variant` selects the message. No entry is undefined. */
  readonly args: Readonly<Record<string, string | number>>;
}

/** Checks a JSON value against a field. Values of the wrong type are not checked further. */
export function checkValue(value: JsonValue, field: Field): readonly ValueProblem[] {
  const isListed = field.constraints?.some(({ kind }) => kind === 'enum') ?? false;
  const context = { name: field.name, source: field.typeSource ?? 'specification', isListed } as const;
  const typeProblems = checkType(value, field.type, context);
  if (typeProblems.some(({ path }) => path.length === 0)) return typeProblems;
  const limitProblems = (field.constraints ?? []).flatMap((each) => checkConstraint(value, each, field.name));
  const binding = limitProblems.filter(({ source }) => source === 'specification');
  // Limits that are only observed are left out if the value is refused anyway.
  return [...typeProblems, ...(binding.length > 0 ? binding : limitProblems)];
}

interface TypeContext {
  readonly name: string;
  readonly source: Source;
  /** Whether only listed values are accepted. */
  readonly isListed: boolean;
  /** Whether the items of the list `name` are checked. */
  readonly isItem?: boolean;
}

function checkType(value: JsonValue, type: FieldType, context: TypeContext): readonly ValueProblem[] {
  if (!hasKind(value, type.kind)) {
    // Quotes turn a scalar that YAML reads as another type into a string, which does not help if the list of values is
    // closed.
    const isQuotable = type.kind === 'string' && typeof value !== 'object' && !context.isListed;
    const variant = isQuotable ? 'quote' : context.isItem ? 'item' : 'plain';
    const args = { field: context.name, expected: type.kind, found: kindOf(value), value: shorten(value), variant };
    // JSON has no such number, whatever the source of the field's type.
    const source = args.found === 'infinite' ? 'specification' : context.source;
    return [{ code: 'wrong-type', source, path: [], args }];
  }
  if (type.kind === 'array' && Array.isArray(value)) {
    return value.flatMap((item: JsonValue, index) =>
      below(index, checkType(item, type.items, { ...context, isItem: true })),
    );
  }
  return type.kind === 'object' && isJsonObject(value) ? checkMembers(value, type.fields, context) : [];
}

/** Null members are left out, like fields. */
function checkMembers(
  value: { readonly [key: string]: JsonValue },
  fields: readonly Field[],
  context: TypeContext,
): readonly ValueProblem[] {
  const known = indexFields(fields);
  const present = Object.entries(value).filter(([, member]) => member !== null);
  const names = new Set(present.map(([key]) => known.get(key)?.name));
  const unused = (): string[] => [...known].flatMap(([key, { name }]) => (names.has(name) ? [] : [key]));
  const memberProblems = present.flatMap(([key, member]) => {
    const field = known.get(key);
    return below(key, field ? checkValue(member, field) : [unknownMember(key, unused())]);
  });
  const missing = fields.filter(({ isRequired, name }) => isRequired && !names.has(name));
  return [
    ...memberProblems,
    ...missing.map(({ name }): ValueProblem => ({
      code: 'missing-field',
      source: context.source,
      path: [],
      args: { field: name, owner: context.name, variant: 'nested' },
    })),
  ];
}

/** A mistyped key can mean a member that is not set. */
function unknownMember(key: string, unused: readonly string[]): ValueProblem {
  const suggestion = closestName(key, unused);
  const args = suggestion
    ? { field: key, suggestion, variant: 'nested-suggestion' }
    : { field: key, variant: 'nested' };
  return { code: 'unknown-field', source: 'observed', path: [], args };
}

/** Moves problems of an inner value down a step of its owner's path. */
function below(step: string | number, problems: readonly ValueProblem[]): readonly ValueProblem[] {
  return problems.map((problem) => ({ ...problem, path: [step, ...problem.path] }));
}

function checkConstraint(value: JsonValue, constraint: Constraint, field: string): readonly ValueProblem[] {
  const problem = (code: ValueProblem['code'], args: ValueProblem['args']): readonly ValueProblem[] => [
    { code, source: constraint.source, path: [], args: { field, ...args } },
  ];
  switch (constraint.kind) {
    case 'enum': {
      if (!isListable(value) || constraint.values.some((each) => each === value)) return [];
      const suggestion = typeof value === 'string' ? closestName(value, constraint.values.map(String)) : undefined;
      // A list that is only observed may be incomplete.
      const variants = [...(constraint.source === 'observed' ? ['known'] : []), ...(suggestion ? ['suggestion'] : [])];
      return problem('not-in-enum', {
        value: shorten(value),
        values: listValues(constraint.values),
        ...(suggestion ? { suggestion } : {}),
        ...(variants.length > 0 ? { variant: variants.join('-') } : {}),
      });
    }
    case 'pattern': {
      if (typeof value !== 'string' || new RegExp(`^(?:${constraint.pattern})$`, 'u').test(value)) return [];
      return problem('wrong-form', { value: shorten(value), form: constraint.form });
    }
    case 'range': {
      if (typeof value !== 'number' && typeof value !== 'bigint') return [];
      const { min, max } = constraint;
      const isInside = (min === undefined || value >= min) && (max === undefined || value <= max);
      return isInside ? [] : problem('out-of-range', { value: String(value), ...describeBounds(min, max) });
    }
    case 'length': {
      if (typeof value !== 'string') return [];
      const { min = 0, max = Infinity } = constraint;
      const length = countCodePoints(value);
      if (length > max) return problem('too-long', { max, length });
      return length < min ? problem('too-short', { min, length }) : [];
    }
    case 'items': {
      if (!Array.isArray(value)) return [];
      const { min = 0, max = Infinity } = constraint;
      if (value.length > max) return problem('too-many-items', { max, count: value.length });
      return value.length < min ? problem('too-few-items', { min, count: value.length }) : [];
    }
    default:
      return assertNever(constraint);
  }
}

/** Whether a list of values can contain the value. None contains an integer beyond 2^53, but it is checked as well. */
function isListable(value: JsonValue): value is string | number | bigint {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
}

function describeBounds(min: number | undefined, max: number | undefined): ValueProblem['args'] {
  if (min === undefined) return { max: max ?? '', variant: 'max' };
  return max === undefined ? { min, variant: 'min' } : { min, max, variant: 'both' };
}

function hasKind(value: JsonValue, kind: FieldType['kind']): boolean {
  if (kind === 'unknown') return typeof value !== 'number' || Number.isFinite(value);
  if (kind === 'integer') return typeof value === 'bigint' || Number.isInteger(value);
  if (kind === 'number') return typeof value === 'bigint' || Number.isFinite(value);
  if (kind === 'array') return Array.isArray(value);
  return kind === 'object' ? isJsonObject(value) : typeof value === kind;
}

function kindOf(value: JsonValue): FieldType['kind'] | 'null' | 'infinite' {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'object') return 'object';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'infinite';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'string' ? 'string' : 'boolean';
}

/** A message is one line, so longer lists and values are cut. */
const maxShownValues = 8;
const maxShownCharacters = 40;

function listValues(values: readonly (string | number)[]): string {
  const shown = values.slice(0, maxShownValues).join(', ');
  return values.length > maxShownValues ? `${shown}, …` : shown;
}

function shorten(value: JsonValue): string {
  const text = typeof value === 'object' ? '' : String(value);
  return text.length > maxShownCharacters ? `${text.slice(0, maxShownCharacters)}…` : text;
}
