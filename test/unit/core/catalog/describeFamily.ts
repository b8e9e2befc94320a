import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ModelFamily } from '../../../../src/core/catalog/catalog.ts';
import type { Constraint, Field, FieldType } from '../../../../src/core/catalog/field.ts';
import type { Rule } from '../../../../src/core/catalog/rule.ts';

/** Tests that each family equals the table of its facts, and that no fact stops a submit. */
export function testObserved(
  families: readonly ModelFamily[],
  known: Readonly<Record<string, readonly string[]>>,
): void {
  for (const family of families) {
    test(`${family.title} has the models, paths, fields and limits that are known`, () => {
      assert.deepEqual(describeObserved(family), known[family.id]);
    });

    test(`nothing that is only observed of ${family.title} stops a submit`, () => {
      assert.deepEqual(listBinding(family.fields), []);
    });
  }

  test('every family of the table is there', () => {
    assert.deepEqual(families.map(({ id }) => id).sort(), Object.keys(known).sort());
  });
}

/**
 * Describes a family whose facts are all observed, one fact per line: fields with their limits, then rules. `^` accepts
 * media, `^data` also as a `data:` URI.
 */
function describeObserved({ models, prefixes = [], endpoints, fields, rules }: ModelFamily): readonly string[] {
  return [
    `models ${[...models, ...prefixes.map((prefix) => `${prefix}*`)].join(' ') || 'none'}`,
    ...endpoints.map(({ path, pollPath }) => `POST ${path}${pollPath === null ? ' at once' : ` GET ${pollPath}`}`),
    ...fields.map(describeField),
    ...rules.map(describeRule),
  ];
}

function describeField({ name, type, constraints = [], isMedia, takesData, default: assumed }: Field): string {
  const media = isMedia ? `^${takesData ? 'data' : ''}` : '';
  const limits = constraints.map((each) => ` ${describeConstraint(each)}`).join('');
  return `${name}${media} ${describeType(type)}${assumed === undefined ? '' : ` =${assumed}`}${limits}`;
}

function describeType(type: FieldType): string {
  if (type.kind === 'array') return `[${describeType(type.items)}]`;
  return type.kind === 'object' ? `{${type.fields.map(describeField).join(', ')}}` : type.kind;
}

function describeConstraint(constraint: Constraint): string {
  if (constraint.kind === 'enum') return constraint.values.join('|');
  if (constraint.kind === 'pattern') return `like ${constraint.form}`;
  return `${constraint.min ?? ''}..${constraint.max ?? ''}`;
}

function describeRule(rule: Rule): string {
  const binding = rule.source === 'specification' ? '!' : '';
  return `${rule.kind === 'named' ? rule.name : rule.kind}${binding} ${rule.fields.join(' ')}`;
}

/** Lists constraints, types and requirements that would stop a submit, by the path of their field. */
function listBinding(fields: readonly Field[]): readonly string[] {
  return fields.flatMap(({ name, type, typeSource, isRequired, constraints = [] }) => [
    ...(isRequired ? [`${name} is required`] : []),
    ...(typeSource === 'observed' ? [] : [`${name} has a type`]),
    ...constraints.flatMap(({ kind, source }) => (source === 'specification' ? [`${name} has ${kind}`] : [])),
    ...listBinding(membersOf(type)).map((each) => `${name}.${each}`),
  ]);
}

function membersOf(type: FieldType): readonly Field[] {
  if (type.kind === 'array') return membersOf(type.items);
  return type.kind === 'object' ? type.fields : [];
}
