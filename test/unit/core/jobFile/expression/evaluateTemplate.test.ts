import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  applyFilters,
  evaluateTemplate,
  lookUpIn,
  lookUpSettled,
} from '../../../../../src/core/jobFile/expression/evaluateTemplate.ts';
import { conceal, reveal } from '../../../../../src/core/jobFile/planValue.ts';
import type { Reference, Template } from '../../../../../src/core/jobFile/template.ts';
import type { JsonValue } from '../../../../../src/core/support/json/json.ts';

const values: JsonValue = { idea: { text: 'A door', list: ['a', { b: 2 }], none: null, duration: 3.5 } };

const to = (...path: readonly (string | number)[]): Reference => ({ path, filters: [] });

const templates: readonly (readonly [what: string, template: Template, value: JsonValue | undefined])[] = [
  ['no parts', [], ''],
  ['characters alone', ['a'], 'a'],
  ['one reference to a number', [to('idea', 'duration')], 3.5],
  ['one reference to a list', [to('idea', 'list')], ['a', { b: 2 }]],
  ['one reference to null', [to('idea', 'none')], null],
  ['one reference to nothing', [to('idea', 'x')], undefined],
  ['characters and a number', [to('idea', 'duration'), ' s'], '3.5 s'],
  ['characters and a list', ['of ', to('idea', 'list')], 'of ["a",{"b":2}]'],
  ['characters and null', ['a', to('idea', 'none'), 'b'], 'ab'],
  ['characters and nothing', ['a', to('idea', 'x')], undefined],
  ['two references', [to('idea', 'text'), to('idea', 'text')], 'A doorA door'],
];

for (const [what, template, value] of templates) {
  test(`a template of ${what} is evaluated`, () =>
    assert.deepEqual(
      evaluateTemplate(template, (path) => lookUpIn(values, path)),
      value,
    ));
}

const paths: readonly (readonly [path: Reference['path'], value: JsonValue | undefined])[] = [
  [[], values],
  [['idea', 'list', 0], 'a'],
  [['idea', 'list', '1', 'b'], 2],
  [['idea', 'list', 2], undefined],
  [['idea', 'list', 'length'], undefined],
  [['idea', 'list', -1], undefined],
  [['idea', 'text', 0], undefined],
  [['idea', 'text', 'length'], undefined],
  [['idea', 'none', 'x'], undefined],
  [['idea', 'toString'], undefined],
  [['x', 'y', 'z'], undefined],
];

for (const [path, value] of paths) {
  test(`the path ${JSON.stringify(path)} leads to ${value === undefined ? 'nothing' : 'a value'}`, () =>
    assert.deepEqual(lookUpIn(values, path), value));
}

test('a string below a path remains a value from the environment', () => {
  const found = lookUpSettled({ a: [conceal('Bergen')] }, ['a', 0]);
  assert.deepEqual([typeof found, found === undefined ? null : reveal(found)], ['object', 'Bergen']);
  assert.equal(lookUpSettled(conceal('Bergen'), ['length']), undefined);
});

test('a missing value stays missing up to a default', () => {
  const upper = { name: 'upper', args: [] };
  const fallback = { name: 'default', args: ['x'] };
  assert.deepEqual(
    [
      applyFilters(undefined, []),
      applyFilters(undefined, [upper]),
      applyFilters(undefined, [upper, fallback]),
      applyFilters(undefined, [fallback, upper]),
      applyFilters('a', [fallback, upper]),
      applyFilters('a', [{ name: 'unknown', args: [] }]),
    ],
    [undefined, undefined, 'x', 'X', 'A', null],
  );
});
