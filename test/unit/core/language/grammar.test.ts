import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { contexts } from '../../../../src/core/jobFile/expression/contexts.ts';

interface Pattern {
  readonly name?: string;
  readonly match: string;
  readonly captures?: Readonly<Record<string, { readonly name?: string }>>;
}

interface Grammar {
  readonly scopeName: string;
  readonly injectionSelector: string;
  readonly patterns: readonly Pattern[];
  readonly repository: { readonly source: { readonly patterns: readonly Pattern[] } };
}

async function readGrammar(): Promise<Grammar> {
  const file = join(import.meta.dirname, '../../../../syntaxes/genwright.injection.json');
  return JSON.parse(await readFile(file, 'utf8')) as Grammar;
}

/** Returns the first match at an offset or after it. If two patterns match at one place, the first one wins. */
function findMatch(patterns: readonly Pattern[], text: string, offset: number) {
  const found = patterns.flatMap((pattern) => {
    const regExp = new RegExp(pattern.match, 'gu');
    regExp.lastIndex = offset;
    const match = regExp.exec(text);
    return match ? [{ pattern, match }] : [];
  });
  return found.sort((a, b) => a.match.index - b.match.index)[0];
}

const wordOf = (name = ''): string =>
  name
    .replace(/\.genwright$/, '')
    .split('.')
    .at(-1) ?? '';

/** Returns the first colored text of a line. */
async function firstMatch(line: string): Promise<string | undefined> {
  const found = findMatch((await readGrammar()).patterns, line, 0);
  return found && `${wordOf(found.pattern.name)} ${found.match[0]}`;
}

/** Returns `word text` of each colored part of an expression. */
async function partsOf(source: string): Promise<readonly string[]> {
  const { patterns } = (await readGrammar()).repository.source;
  const parts: string[] = [];
  let offset = 0;
  for (let found = findMatch(patterns, source, 0); found; found = findMatch(patterns, source, offset)) {
    const { pattern, match } = found;
    const { name, captures = {} } = pattern;
    if (name) parts.push(`${wordOf(name)} ${match[0]}`);
    for (const [group, { name: own }] of Object.entries(captures)) {
      const text = match[Number(group)];
      if (text !== undefined) parts.push(`${wordOf(own)} ${text}`);
    }
    offset = match.index + match[0].length;
  }
  return parts;
}

test('colors apply only inside YAML strings', async () => {
  const { scopeName, injectionSelector } = await readGrammar();
  assert.deepEqual([scopeName, injectionSelector], ['genwright.injection', 'L:source.yaml string - comment']);
});

test('no rule continues after the end of its line', async () => {
  const { patterns } = await readGrammar();
  assert.deepEqual(
    patterns.flatMap((pattern) => Object.keys(pattern)).filter((key) => key === 'begin' || key === 'while'),
    [],
  );
});

// VS Code treats all text except strings and comments as code, and colors its brackets in pairs.
test('the braces of an expression are not brackets of the YAML', async () => {
  const { patterns } = await readGrammar();
  const scopes = patterns.flatMap(({ captures }) => Object.values(captures ?? {}).map(({ name }) => name ?? ''));
  const braces = scopes.filter((scope) => scope.startsWith('punctuation'));
  assert.deepEqual([braces.length, braces.filter((scope) => !/\bstring\b/.test(scope))], [3, []]);
});

const rows: readonly (readonly [line: string, colored: string | undefined])[] = [
  ['a ${{ vars.b | upper }} c }}', 'expression ${{ vars.b | upper }}'],
  ['a: "${{ vars[\'b c\'] }}" # }}', "expression ${{ vars['b c'] }}"],
  ["a: '${{ vars.b | pad(3) }}'", 'expression ${{ vars.b | pad(3) }}'],
  ['a: ${{ vars.b }} ${{ now }}', 'expression ${{ vars.b }}'],
  ['a: ${{ b | default("#c, }}: d") }} }}', 'expression ${{ b | default("#c, }}: d") }}'],
  ["a: '${{ b | join('', '') }}' }}", "expression ${{ b | join('', '') }}"],
  ['a: "${{ b | default(\\"c\\") }}" }}', 'expression ${{ b | default(\\"c\\") }}'],
  ['a $${{ b }}', 'escape $${{'],
  // Half an expression does not reach beyond its string.
  ['a: "${{ vars.b" # }}', 'expression ${{ vars.b'],
  ['a: ["${{ b", "c }}"]', 'expression ${{ b'],
  ["{'${{ b': 'c }}'}", 'expression ${{ b'],
  ['{a: ${{ b, c: d}', 'expression ${{ b'],
  // Without the space, VS Code would miss the comment.
  ['a: ${{ b # }}', 'expression ${{ b'],
  ['a: ${{ b | default("c #d") }}', 'expression ${{ b | default'],
  ['a: ${{ ', 'expression ${{'],
  ['${x} {{ x }} $5', undefined],
];

for (const [line, colored] of rows) {
  test(`colors of ${line}`, async () => assert.equal(await firstMatch(line), colored));
}

const expressions: readonly (readonly [source: string, parts: readonly string[]])[] = [
  [
    'vars.mood | truncate(4) | default("x", true)',
    [
      'language vars',
      'property mood',
      'pipe |',
      'filter truncate',
      'numeric 4',
      'pipe |',
      'filter default',
      'quoted "x"',
      'language true',
    ],
  ],
  ["jobs.idea['x y'].url", ['language jobs', 'namespace idea', "property 'x y'", 'property url']],
  ["jobs['night shift'].urls[0]", ['language jobs', "namespace 'night shift'", 'property urls', 'numeric 0']],
  ['vars.颜色', ['language vars', 'property 颜色']],
  ['vars.now', ['language vars', 'property now']],
  ['secrets.x', ['property x']],
  ['now | default(\\"a b\\")', ['language now', 'pipe |', 'filter default', 'quoted \\"a b\\"']],
  ['now | ', ['language now', 'pipe |']],
];

for (const [source, parts] of expressions) {
  test(`colors in ${source}`, async () => assert.deepEqual(await partsOf(source), parts));
}

test('the first name of every expression has a color', async () => {
  for (const { name } of contexts) assert.deepEqual(await partsOf(name), [`language ${name}`]);
});
