import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSyntax } from '../../../../../src/core/jobFile/syntax/parseSyntax.ts';
import type { ScalarNode, SyntaxNode } from '../../../../../src/core/jobFile/syntax/syntaxNode.ts';
import { describeValue } from '../../../../../src/core/language/describe/describeField.ts';
import { damagedTexts, readCorpus } from '../../../../support/corpus.ts';
import * as fc from '../../../../support/fastCheck.ts';

function listScalars(node: SyntaxNode | null): readonly ScalarNode[] {
  if (node?.kind === 'scalar') return [node];
  const below = node?.kind === 'map' ? node.entries.map(({ value }) => value) : (node?.items ?? []);
  return below.flatMap(listScalars);
}

/** Compares the line that is read from the text with the line of the value. */
function checkLines(text: string): void {
  for (const node of listScalars(parseSyntax(text).root)) {
    const [line = ''] = String(node.value ?? '')
      .trim()
      .split('\n', 1);
    const described = describeValue(node, text);
    if (line.length <= 60) assert.equal(described, line);
    else assert.equal(described.startsWith(line.slice(0, 40)), true);
  }
}

const blocks = [
  'a: |\n  b  \n  c\nd: e\n',
  'a: | # note\n\n   \n    b  \n  \n',
  'a: &x |-\r\n  b\r\n  c\r\nd: *x\n',
  'a: |\nb: >\n\n  c\n  d\n\n  e\n',
  'a:\n  - |2\n     b\n    c\n',
  `a: |+\n  ${'b '.repeat(100)}\n  c\n\n`,
];

for (const text of blocks) {
  test(`${JSON.stringify(text.slice(0, 30))} is described by its first line`, () => checkLines(text));
}

test('a damaged text is described by its first lines', () => {
  const texts = [...blocks, ...readCorpus().map(({ text }) => text)];
  fc.assert(fc.property(damagedTexts(texts), checkLines), { numRuns: 1_000 });
});
