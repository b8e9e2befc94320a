import assert from 'node:assert/strict';
import { test } from 'node:test';
import { locateExpressions } from '../../../../../src/core/jobFile/expression/locateExpressions.ts';
import { scanTemplate } from '../../../../../src/core/jobFile/expression/scanTemplate.ts';

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
