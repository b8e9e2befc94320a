import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  parseGen,
  parseMatrix,
  parseNeeds,
  parseOutput,
  parseVars,
} from '../../../../../src/core/jobFile/parse/parseReserved.ts';
import type { ReportProblem } from '../../../../../src/core/jobFile/problem.ts';
import { parseSyntax } from '../../../../../src/core/jobFile/syntax/parseSyntax.ts';
import { findEntry, type SyntaxEntry } from '../../../../../src/core/jobFile/syntax/syntaxNode.ts';

interface Parsed<T> {
  readonly value: T;
  /** Problems as `code/variant «text»`. */
  readonly problems: readonly string[];
}

/** Parses the value of the key `it`. */
function parse<T>(written: string, read: (entry: SyntaxEntry | undefined, report: ReportProblem) => T): Parsed<T> {
  const text = `it: ${written}\n`;
  const { root } = parseSyntax(text);
  assert.equal(root?.kind, 'map');
  const problems: string[] = [];
  const value = read(findEntry(root, 'it'), ({ code, args, start, end }) => {
    const variant = args['variant'];
    problems.push(`${code}${variant === undefined ? '' : `/${variant}`} «${text.slice(start, end)}»`);
  });
  return { value, problems };
}

describe('gen', () => {
  const gen = (written: string, level: 'file' | 'job' = 'file') =>
    parse(written, (entry, report) => parseGen(entry, level, report));

  const cases: readonly (readonly [written: string, problems: readonly string[]])[] = [
    ['2', ['format-version «2»']],
    ['{version: 2}', ['format-version «2»']],
    ['{version: 1}', []],
    ['{version: }', []],
    ['text', ['wrong-type/plain «text»']],
    ['[a]', ['wrong-type/plain «[a]»']],
    ['{name: 5}', ['wrong-type/quote «5»']],
    ['{name: ~, profile: }', []],
    ['{description: [a]}', ['wrong-type/plain «[a]»']],
    ['{labels: anything}', []],
    ['{concurrency: 0}', ['out-of-range/positive «0»']],
    ['{concurrency: -1}', ['out-of-range/positive «-1»']],
    ['{concurrency: 1.5}', ['wrong-type/plain «1.5»']],
    ['{concurrency: "2"}', ['wrong-type/plain «"2"»']],
    ['{timeout_minutes: 0}', ['out-of-range/positive «0»']],
    ['{timeout_minutes: .inf}', ['wrong-type/plain «.inf»']],
    ['{budget_usd: free}', ['wrong-type/plain «free»']],
    ['{on_error: halt}', ['not-in-enum «halt»']],
    ['{on_error: 1}', ['wrong-type/quote «1»']],
    ['{defaults: x}', ['wrong-type/plain «x»']],
    ['{repaet: 2}', ['unknown-key/suggestion «repaet»']],
    ['{weather: 2}', ['unknown-key «weather»']],
    ['{name: "${{ vars.a }}"}', ['bad-expression/in-gen «"${{ vars.a }}"»']],
    ['{labels: [a, {b: "${{ vars.a }}"}]}', ['bad-expression/in-gen «"${{ vars.a }}"»']],
    ['{name: "$${{ vars.a }}"}', []],
    ['{defaults: {prompt: "${{ vars.a }}"}}', []],
  ];
  for (const [written, problems] of cases) {
    test(`${written}: ${problems.join(', ') || 'no problem'}`, () => assert.deepEqual(gen(written).problems, problems));
  }

  test('has no endpoint if it is not a string', () => assert.equal(gen('{endpoint: 5}').value.endpoint, null));

  test('of a job refuses the keys that are of the whole file', () => {
    const keys = ['profile', 'defaults', 'concurrency', 'name', 'version', 'max_runs', 'on_error'];
    const { problems } = gen(`{${keys.map((key) => `${key}: `).join(', ')}}`, 'job');
    assert.deepEqual(
      problems,
      keys.map((key) => `unknown-key/root-only «${key}»`),
    );
    assert.deepEqual(
      gen('{endpoint: /a, timeout_minutes: 1, repeat: 1, budget_usd: 1, description: a}', 'job').problems,
      [],
    );
  });
});

describe('output', () => {
  const output = (written: string) => parse(written, parseOutput);

  const cases: readonly (readonly [written: string, problems: readonly string[]])[] = [
    ['/a', ['absolute-path «/a»']],
    ['C:\\a', ['absolute-path «C:\\a»']],
    ['../a', []],
    ['5', ['wrong-type/plain «5»']],
    ['{dir: /a}', ['absolute-path «/a»']],
    ['{dir: ~/a}', ['absolute-path «~/a»']],
    ['{name: /a}', []],
    ['{name: 5}', ['wrong-type/quote «5»']],
    ['{collision: overwrite}', ['not-in-enum «overwrite»']],
    ['{metadata: true}', ['wrong-type/quote «true»']],
    ['{folder: a}', ['unknown-key «folder»']],
    ['{nam: a}', ['unknown-key/suggestion «nam»']],
  ];
  for (const [written, problems] of cases) {
    test(`${written}: ${problems.join(', ') || 'no problem'}`, () =>
      assert.deepEqual(output(written).problems, problems));
  }
});

describe('vars', () => {
  /** Returns sources as the names of a map, or the path of a file. */
  const vars = (written: string) => {
    const { value, problems } = parse(written, parseVars);
    return { problems, sources: value.map((each) => (each.kind === 'map' ? [...each.byName.keys()] : each.path)) };
  };

  const cases: readonly (readonly [written: string, sources: readonly unknown[], problems: readonly string[]])[] = [
    ['', [], []],
    ['{a: 1, b: 2}', [['a', 'b']], []],
    ['file://./a.yaml', ['./a.yaml'], []],
    ['"file:// a.yaml "', ['a.yaml'], []],
    ['[file://a.yaml, {b: 1}, ~]', ['a.yaml', ['b']], []],
    ['a.yaml', [], ['wrong-vars «a.yaml»']],
    ['[5, {a: 1}]', [['a']], ['wrong-vars «5»']],
    ['[[{a: 1}]]', [], ['wrong-vars «[{a: 1}]»']],
  ];
  for (const [written, sources, problems] of cases) {
    test(`${written || 'nothing'} has ${sources.length} sources`, () =>
      assert.deepEqual(vars(written), { sources, problems }));
  }
});

describe('matrix', () => {
  const matrix = (written: string) => {
    const { value, problems } = parse(written, parseMatrix);
    const keys = value && [value.axes.map(({ key }) => key), value.include.length, value.exclude.length];
    return { keys, problems };
  };

  const cases: readonly (readonly [written: string, keys: unknown, problems: readonly string[]])[] = [
    ['', null, []],
    ['{a: [1], b: [2]}', [['a', 'b'], 0, 0], []],
    ['{a: [1], b: ~}', [['a'], 0, 0], []],
    ['{a: [1], include: [{a: 2}, {a: 3}], exclude: [{a: 1}]}', [['a'], 2, 1], []],
    ['{include: }', [[], 0, 0], []],
    ['[a]', null, ['wrong-matrix/not-a-map «[a]»']],
    ['{include: {a: 1}}', [[], 0, 0], ['wrong-matrix/not-a-list-of-maps «{a: 1}»']],
    ['{include: [{a: 1}, 5]}', [[], 1, 0], ['wrong-matrix/not-a-list-of-maps «5»']],
    ['{exclude: x}', [[], 0, 0], ['wrong-matrix/not-a-list-of-maps «x»']],
  ];
  for (const [written, keys, problems] of cases) {
    test(`${written || 'nothing'}: ${problems.join(', ') || 'no problem'}`, () =>
      assert.deepEqual(matrix(written), { keys, problems }));
  }
});

test('needs are one id or a list of ids, and any scalar is an id', () => {
  const needs = (written: string) => {
    const { value, problems } = parse(written, parseNeeds);
    return [value.map(({ id }) => id), problems];
  };
  assert.deepEqual(needs(''), [[], []]);
  assert.deepEqual(needs('a'), [['a'], []]);
  assert.deepEqual(needs('[a, 2, true]'), [['a', '2', 'true'], []]);
  assert.deepEqual(needs('[a, ""]'), [['a'], ['wrong-needs «""»']]);
  assert.deepEqual(needs('{a: 1}'), [[], ['wrong-needs «{a: 1}»']]);
  assert.deepEqual(needs('[[a], b]'), [['b'], ['wrong-needs «[a]»']]);
});
