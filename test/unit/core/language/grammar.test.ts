import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

interface Grammar {
  readonly scopeName: string;
  readonly injectionSelector: string;
  readonly patterns: readonly {
    readonly name: string;
    readonly match: string;
    readonly captures?: Readonly<Record<string, { readonly name?: string }>>;
  }[];
}

async function readGrammar(): Promise<Grammar> {
  const file = join(import.meta.dirname, '../../../../syntaxes/genwright.injection.json');
  return JSON.parse(await readFile(file, 'utf8')) as Grammar;
}

/** Returns the first colored text of a line. If two patterns match at one place, the first one in the grammar wins. */
async function firstMatch(line: string): Promise<string | undefined> {
  const { patterns } = await readGrammar();
  const found = patterns.flatMap(({ name, match }) => {
    const { index, 0: text } = new RegExp(match).exec(line) ?? {};
    return index === undefined ? [] : [{ index, text: `${name.split('.')[0]} ${text}` }];
  });
  return found.sort((a, b) => a.index - b.index)[0]?.text;
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
  assert.deepEqual([braces.length, braces.filter((scope) => !/\bstring\b/.test(scope))], [2, []]);
});

const rows: readonly (readonly [line: string, colored: string | undefined])[] = [
  ['a ${{ vars.b | upper }} c }}', 'meta ${{ vars.b | upper }}'],
  ['a: "${{ vars[\'b c\'] }}" # }}', "meta ${{ vars['b c'] }}"],
  ["a: '${{ vars.b | pad(3) }}'", 'meta ${{ vars.b | pad(3) }}'],
  ['a: ${{ vars.b }} ${{ now }}', 'meta ${{ vars.b }}'],
  ['a $${{ b }}', 'constant $${{'],
  // An expression without an end is not colored, and least of all what follows its string.
  ['a: "${{ vars.b" # }}', undefined],
  ['a: ["${{ b", "c }}"]', undefined],
  ["{'${{ b': 'c }}'}", undefined],
  ['a: ${{ b # }}', undefined],
  ['a: ${{ b', undefined],
  ['${x} {{ x }} $5', undefined],
];

for (const [line, colored] of rows) {
  test(`colors of ${line}`, async () => assert.equal(await firstMatch(line), colored));
}
