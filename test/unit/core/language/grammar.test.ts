import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

interface Grammar {
  readonly scopeName: string;
  readonly injectionSelector: string;
  readonly patterns: readonly {
    readonly name: string;
    readonly match?: string;
    readonly begin?: string;
    readonly end?: string;
  }[];
}

async function readGrammar(): Promise<Grammar> {
  const file = join(import.meta.dirname, '../../../../syntaxes/genwright.injection.json');
  return JSON.parse(await readFile(file, 'utf8')) as Grammar;
}

/** The first thing that is coloured on a line; of two at one place the one that stands first in the grammar wins. */
async function firstMatch(line: string): Promise<string | undefined> {
  const { patterns } = await readGrammar();
  const found = patterns.flatMap(({ name, match, begin, end }) => {
    const start = line.search(new RegExp(match ?? begin ?? '$^'));
    if (start < 0) return [];
    const rest = line.slice(start + 3);
    const length = end === undefined ? 4 : 3 + (new RegExp(end).exec(rest)?.index ?? 0) + 2;
    return [{ start, text: `${name.split('.')[0]} ${line.slice(start, start + length)}` }];
  });
  return found.sort((a, b) => a.start - b.start)[0]?.text;
}

test('colours apply inside YAML strings only', async () => {
  const { scopeName, injectionSelector } = await readGrammar();
  assert.deepEqual([scopeName, injectionSelector], ['genwright.injection', 'L:source.yaml string - comment']);
});

test('an expression is coloured from its dollar to its last brace', async () => {
  assert.equal(await firstMatch('a ${{ vars.b | upper }} c }}'), 'meta ${{ vars.b | upper }}');
});

test('an escape is no expression', async () => {
  assert.equal(await firstMatch('a $${{ b }}'), 'constant $${{');
});

test('other braces and dollars are left alone', async () => {
  assert.deepEqual(await Promise.all(['${x}', '{{ x }}', '$5'].map(firstMatch)), [undefined, undefined, undefined]);
});
