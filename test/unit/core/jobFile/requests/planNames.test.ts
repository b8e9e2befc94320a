import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PlanOptions } from '../../../../../src/core/jobFile/requests/planText.ts';
import { requestsOf } from '../../../../fakes/planning/planHero.ts';

/** Returns the names of the results of a matrix, by the values of its axes. */
function namesOf(matrix: string): readonly string[] {
  const text = `model: sonic\nprompt: "x \${{ matrix.a | default('') }}\${{ matrix.b | default('') }}"\nmatrix: ${matrix}\n`;
  return requestsOf(text).map(({ output }) => output.name);
}

test('results of a matrix are named after the values of their axes', () => {
  assert.deepEqual(namesOf('{a: [Late Light, 2], b: [x]}'), ['hero-late-light-x', 'hero-2-x']);
  assert.deepEqual(namesOf('{a: [x, "!", ~], include: [{a: x, b: y}]}'), ['hero-x-y', 'hero-2', 'hero']);
  assert.deepEqual(namesOf('{a: [äö]}'), ['hero-ao']);
  assert.deepEqual(namesOf('{a: ["https://a.example/b?secret"]}'), ['hero-https-a-example-b']);
});

test('a value without letters and digits has its number on the axis, and a number keeps its sign', () => {
  assert.deepEqual(namesOf('{a: ["?", "🦊", "🐻"]}'), ['hero-1', 'hero-2', 'hero-3']);
  assert.deepEqual(namesOf('{a: [0.5, -0.5, -.5, "\u22122 °C", "-x", "- 2"]}'), [
    'hero-0-5',
    'hero--0-5',
    'hero--0-5-2',
    'hero--2-c',
    'hero-x',
    'hero-2',
  ]);
});

test('equal names of different combinations are numbered in the order of the plan, and repeats share theirs', () => {
  assert.deepEqual(namesOf('{a: [C, C++, "C#", c 2, "C!"]}'), [
    'hero-c',
    'hero-c-2',
    'hero-c-3',
    'hero-c-2-2',
    'hero-c-4',
  ]);
  const text =
    'jobs:\n  a-b: {gen: {repeat: 2}, model: sonic, prompt: x}\n  A: {model: sonic, prompt: "${{ matrix.v }}", matrix: {v: [B]}}\n';
  assert.deepEqual(
    requestsOf(text).map(({ output }) => output.name),
    ['hero-a-b', 'hero-a-b', 'hero-A-b-2'],
  );
  assert.deepEqual(namesOf('{a: [C, "C#"], b: ["+", "-"]}'), ['hero-c-1', 'hero-c-2', 'hero-c-1-2', 'hero-c-2-2']);
});

test('a long name is cut', () => {
  const [name = ''] = namesOf(`{a: [${'x'.repeat(80)}], b: [${'y'.repeat(80)}]}`);
  assert.ok(name.startsWith(`hero-${'x'.repeat(80)}-y`) && name.length < 5 + 80 + 1 + 80, name);
});

test('a name of other letters than a to z is cut to 200 bytes as well', () => {
  const text = 'model: sonic\nprompt: "${{ matrix.a }}"\nmatrix: {a: [Late Light]}\n';
  const [request] = requestsOf(text, { fileName: `${'灯'.repeat(66)}.gen.yaml` });
  assert.equal(Buffer.byteLength(request?.output.name ?? ''), 200);
});

describe('values from the environment', () => {
  const values: Readonly<Record<string, string>> = { CITY: 'Bergen', MODEL: 'sonic', UNUSED: 'Oslo' };
  const files = {
    readText: () => ({ ok: false, reason: 'missing' }) as const,
    inspect: (path: string) => ({ exists: true, isInside: true, sha256: `hash of ${path}`, bytes: 1 }),
  };
  const lookups: NonNullable<PlanOptions['lookups']> = {
    files,
    env: (name) => (name in values ? { state: 'set', value: values[name] ?? '' } : { state: 'unset' }),
  };
  const fromEnvOf = (text: string) => requestsOf(text, { lookups }).map(({ fromEnv }) => fromEnv);

  test('are listed with their paths in the record', () => {
    assert.deepEqual(fromEnvOf('model: ${{ env.MODEL }}\nprompt: In ${{ env.CITY }}\ntitle: x\n'), [
      { paths: [['model'], ['request', 'model'], ['request', 'prompt']], values: ['sonic', 'Bergen'] },
    ]);
  });

  test('of an axis are listed for the requests with this value', () => {
    assert.deepEqual(fromEnvOf('model: sonic\nprompt: x\nmatrix: {title: [a, "${{ env.CITY }}"]}\n'), [
      undefined,
      {
        paths: [
          ['axes', 'title'],
          ['request', 'title'],
        ],
        values: ['Bergen'],
      },
    ]);
  });

  test('of an input file are listed with its path', () => {
    assert.deepEqual(fromEnvOf('model: seedream-5-0-260128\nprompt: x\nimages: [a.png, "${{ env.CITY }}.png"]\n'), [
      {
        paths: [
          ['request', 'images', 1],
          ['inputs', 1, 'path'],
        ],
        values: ['Bergen'],
      },
    ]);
  });

  test('are not in a default name', () => {
    const [request] = requestsOf('model: sonic\nprompt: "${{ matrix.a }}"\nmatrix: {a: ["${{ env.CITY }}"]}\n', {
      lookups,
    });
    assert.equal(request?.output.name, 'hero');
  });

  test('may be repeated by a job that needs another one', () => {
    const jobs =
      'jobs:\n  a: {model: gpt-4o, prompt: "${{ env.CITY }}"}\n  b: {model: gpt-4o, prompt: x, needs: a}\n  c: {model: gpt-4o, prompt: y}\n';
    assert.deepEqual(
      fromEnvOf(jobs).map((each) => each?.paths.length),
      [1, 0, undefined],
    );
  });
});
