import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  conceal,
  concealLike,
  holdsEnv,
  isEnvText,
  isJson,
  isPending,
  isPlanObject,
  isSameText,
  isSettled,
  mapMembers,
  pending,
  type PlanValue,
  reveal,
  settle,
  unknownValue,
} from '../../../../src/core/jobFile/planValue.ts';

const city = conceal('Bergen');
const file = pending({ kind: 'file', file: 'a.png', sha256: 'aa', takesData: true });
const envFile = pending({ kind: 'file', file: 'b.png', sha256: 'bb', takesData: true, isFromEnv: true });

/** Returns the results of the predicates for a value. */
function describe(value: PlanValue): string {
  const words = Object.entries({
    json: isJson(value),
    settled: isSettled(value),
    env: holdsEnv(value),
    map: isPlanObject(value),
  });
  return words.flatMap(([word, holds]) => (holds ? [word] : [])).join(' ');
}

const cases: readonly (readonly [what: string, value: PlanValue, description: string])[] = [
  ['null', null, 'json settled'],
  ['a string', 'a', 'json settled'],
  ['a large integer', 1n, 'json settled'],
  ['a list', ['a', [1]], 'json settled'],
  ['a map', { a: { b: 1 } }, 'json settled map'],
  ['a string from the environment', city, 'settled env'],
  ['a list with one', ['a', [city]], 'settled env'],
  ['a map with one', { a: { b: city } }, 'settled env map'],
  ['a placeholder', file, ''],
  ['a list with one', ['a', [file]], ''],
  ['a map with one', { a: { b: file } }, 'map'],
  ['a placeholder from the environment', envFile, 'env'],
  ['an unknown value', unknownValue, ''],
  ['a map with a placeholder and a string from the environment', { a: file, b: city }, 'env map'],
];

for (const [what, value, description] of cases) {
  test(`${what} is ${description || 'none of these'}`, () => assert.equal(describe(value), description));
}

test('a map of a job file never looks like a placeholder or a string from the environment', () => {
  const map = { pending: 1, env: 'a', kind: 'unknown' };
  assert.deepEqual(
    [isPending(map), isEnvText(map), isPending(null), isEnvText(undefined)],
    [false, false, false, false],
  );
});

test('a value is revealed at every level', () => {
  assert.deepEqual(reveal({ a: [city, 1], b: null }), { a: ['Bergen', 1], b: null });
  const plain = { a: [1] };
  assert.equal(reveal(plain), plain);
});

test('what is derived from a value of the environment is from the environment, too, in each of its strings', () => {
  const derived = concealLike(['a', city], { b: ['c', 1, null] });
  assert.deepEqual([isJson(derived), holdsEnv(derived), reveal(derived)], [false, true, { b: ['c', 1, null] }]);
  assert.deepEqual(concealLike('a', { b: 'c' }), { b: 'c' });
  assert.equal(isJson(conceal([1, null, true])), true);
  assert.equal(holdsEnv(concealLike(envFile, 'a')), true);
});

test('placeholders are filled at every level', () => {
  const filled = settle({ a: [file, city], b: unknownValue }, (value) => value.kind);
  assert.deepEqual(filled, { a: ['file', 'Bergen'], b: 'unknown' });
});

test('two strings are the same wherever they come from', () => {
  assert.deepEqual(
    [
      isSameText(city, 'Bergen'),
      isSameText('Bergen', city),
      isSameText(city, conceal('Bergen')),
      isSameText(city, 'Oslo'),
      isSameText('1', 1),
      isSameText('a', undefined),
      isSameText([], []),
    ],
    [true, true, true, false, false, false, false],
  );
});

test('a key of the prototype stays a key when members are mapped', () => {
  const mapped = mapMembers(
    JSON.parse('{"__proto__": 1, "a": 2}') as { [key: string]: PlanValue },
    (member, key) => `${key} ${JSON.stringify(member)}`,
  );
  assert.deepEqual(Object.entries(mapped), [
    ['__proto__', '__proto__ 1'],
    ['a', 'a 2'],
  ]);
});
