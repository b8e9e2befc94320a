import assert from 'node:assert/strict';
import { test } from 'node:test';
import { locateExpressions, scanTemplate } from '../../../../../src/core/jobFile/expression/scanTemplate.ts';

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

/** Returns the characters of the file at which the second letter of each expression is shown. */
function locate(written: string, value: string, isOfFile = true): readonly string[] {
  const text = `key: ${written}\n`;
  const node = { start: 5, end: 5 + written.length };
  const pieces = scanTemplate(value).filter((piece) => piece.kind === 'expression');
  const locates = locateExpressions(node, pieces, isOfFile ? text : null);
  return pieces.map((piece) => {
    const { start, end } = locates.get(piece)?.({ start: 1, end: 3 }) ?? { start: 0, end: 0 };
    return text.slice(start, end);
  });
}

test('an expression is shown where it is written', () => {
  assert.deepEqual(locate('"${{ab}} and ${{cd}}"', '${{ab}} and ${{cd}}'), ['b}', 'd}']);
});

test('an escape before an expression does not move it', () => {
  assert.deepEqual(locate('"\\u00e9 ${{ab}}"', 'é ${{ab}}'), ['b}']);
});

test('an expression that an escape changes is shown at the whole scalar', () => {
  assert.deepEqual(locate('"${{a\\"b}}${{cd}}"', '${{a"b}}${{cd}}')[0], '"${{a\\"b}}${{cd}}"');
});

test('if an escape hides an expression, all are shown at the whole scalar', () => {
  const written = '"\\u0024{{ab}} ${{ab}}"';
  assert.deepEqual(locate(written, '${{ab}} ${{ab}}'), [written, written]);
});

test('an expression of another file is shown at the whole scalar', () => {
  assert.deepEqual(locate('${{ab}}', '${{ab}}', false), ['${{ab}}']);
});
