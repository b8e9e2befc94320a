import type { ModelFamily } from '../../../src/core/catalog/catalog.ts';
import type { Constraint, Field, FieldType } from '../../../src/core/catalog/field.ts';
import type { Rule } from '../../../src/core/catalog/rule.ts';

/** Returns the facts of a family that the interface specification states, in the form of `fieldRows`. */
export function describeSpecified({ fields, rules }: ModelFamily): readonly string[] {
  return [...fields.flatMap((field) => describeField(field, '')), ...rules.filter(isStated).map(describeRule)];
}

function describeField(field: Field, owner: string): readonly string[] {
  const { name, aliases, isRequired, type, typeSource, constraints = [], default: assumed } = field;
  const spelled = aliases ? `${name} (${aliases.join(', ')})` : name;
  const stated = typeSource === 'observed' ? '?' : describeType(type);
  const facts = [
    ...(assumed === undefined || typeSource === 'observed' ? [] : [`default ${assumed}`]),
    ...constraints.filter(isStated).map(describeConstraint),
  ];
  const head = `${owner}${spelled}${isRequired ? '*' : ''} ${stated}`;
  return [[head, ...facts].join(', '), ...describeMembers(type, `${owner}${name}`)];
}

function describeMembers(type: FieldType, path: string): readonly string[] {
  if (type.kind === 'array') return describeMembers(type.items, `${path}[]`);
  return type.kind === 'object' ? type.fields.flatMap((field) => describeField(field, `${path}.`)) : [];
}

function describeType(type: FieldType): string {
  return type.kind === 'array' ? `[${describeType(type.items)}]` : type.kind;
}

function describeConstraint(constraint: Constraint): string {
  if (constraint.kind === 'enum') return `one of ${constraint.values.map(String).sort().join(' ')}`;
  if (constraint.kind === 'pattern') return `like ${constraint.form}`;
  return `${constraint.kind} ${constraint.min ?? ''}..${constraint.max ?? ''}`;
}

function describeRule(rule: Rule): string {
  const name = rule.kind === 'named' ? rule.name : rule.kind;
  const read = rule.kind === 'named' ? (rule.alsoReads ?? []) : [];
  return `rule ${name}: ${[...rule.fields, ...read].sort().join(' ')}`;
}

function isStated({ source }: Pick<Constraint, 'source'>): boolean {
  return source === 'specification';
}
