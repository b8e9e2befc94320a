import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkRules, type RuleProblem } from '../../../../src/core/catalog/checkRules.ts';
import type { Rule } from '../../../../src/core/catalog/rule.ts';
import type { JsonObject } from '../../../../src/core/support/json/json.ts';

/** Checks a rule on these fields. Fields of `later` are evaluated later. */
function check(rule: Rule, values: JsonObject, later: readonly string[] = []): readonly RuleProblem[] {
  return checkRules([rule], { values, present: new Set([...Object.keys(values), ...later]) });
}

test('one of several fields is enough, also if it is evaluated later', () => {
  const rule: Rule = { kind: 'one-of', fields: ['text', 'ssml'], source: 'observed' };
  assert.deepEqual(
    [check(rule, { ssml: 'x' }), check(rule, {}, ['text']), check(rule, { text: 'x', ssml: 'y' })],
    [[], [], []],
  );
  assert.deepEqual(check(rule, { other: 'x' }), [
    { code: 'missing-one-of', source: 'observed', fields: ['text', 'ssml'] },
  ]);
});

test('of exclusive fields one may be set, and those that are set are named in the order of the rule', () => {
  const rule: Rule = { kind: 'exclusive', fields: ['a', 'b', 'c'], source: 'specification' };
  assert.deepEqual([check(rule, {}), check(rule, { b: 1 }), check(rule, { d: 1 }, ['c'])], [[], [], []]);
  assert.deepEqual(check(rule, { c: 1 }, ['a']), [
    { code: 'exclusive-fields', source: 'specification', fields: ['a', 'c'] },
  ]);
  assert.deepEqual(check(rule, { c: 1, b: 2, a: 3 })[0]?.fields, ['a', 'b', 'c']);
});

test('a named rule decides itself, and its figures and arguments fill the message', () => {
  const rule: Rule = {
    kind: 'named',
    name: 'even-sum',
    fields: ['a', 'b'],
    alsoReads: ['c', 'd'],
    figures: { divisor: 2, sum: 0 },
    source: 'observed',
    check: ({ a = 0, b = 0 }, present) => {
      const sum = Number(a) + Number(b);
      return present.has('c') && sum % 2 !== 0 ? { sum } : null;
    },
  };
  assert.deepEqual([check(rule, { a: 1, b: 1, c: 1 }), check(rule, { a: 1 })], [[], []]);
  assert.deepEqual(check(rule, { c: 1, b: 3 }, ['e']), [
    { code: 'rule-broken', source: 'observed', fields: ['b', 'c'], name: 'even-sum', args: { divisor: 2, sum: 3 } },
  ]);
});

test('each broken rule is reported, in the order of the rules', () => {
  const rules: readonly Rule[] = [
    { kind: 'one-of', fields: ['x'], source: 'observed' },
    { kind: 'one-of', fields: ['a'], source: 'observed' },
    { kind: 'exclusive', fields: ['a', 'b'], source: 'observed' },
  ];
  assert.deepEqual(
    checkRules(rules, { values: {}, present: new Set(['a', 'b']) }).map(({ code, fields }) => [code, ...fields]),
    [
      ['missing-one-of', 'x'],
      ['exclusive-fields', 'a', 'b'],
    ],
  );
});
