import assert from 'node:assert/strict';
import { test } from 'node:test';
import { locateExpressions } from '../../../../../src/core/jobFile/expression/locateExpressions.ts';
import { scanTemplate } from '../../../../../src/core/jobFile/expression/scanTemplate.ts';

function sourcesOf(text: string): readonly string[] {
  return scanTemplate(text).flatMap((piece) => (piece.kind === 'expression' ? [piece.source] : []));
}

test('braces in quotes do not end an expression', () => {
  assert.deepEqual(sourcesOf('${{ a | default("}}") }}, ${{ b }}'), [' a | default("}}") ', ' b ']);
});

// Otherwise each expression of a long line would search the quotes of all later ones.
test('after unmatched quotes, the first end counts for the rest of the line', () => {
  assert.deepEqual(sourcesOf(`\${{ " }} \${{ b | default('}}') }}\n\${{ c | default('}}') }}`), [
    ' " ',
    " b | default('",
    " c | default('}}') ",
  ]);
});

test('equal expressions of a string are each found at their own position', () => {
  const text = 'prompt: ${{ x }} and ${{ x }}';
  const node = { start: 8, end: text.length };
  const pieces = scanTemplate(text.slice(node.start)).filter((piece) => piece.kind === 'expression');
  const locates = locateExpressions(node, pieces, text);
  assert.deepEqual(
    pieces.map((piece) => locates.get(piece)?.({ start: 1, end: 2 })),
    [
      { start: 12, end: 13 },
      { start: 25, end: 26 },
    ],
  );
});
