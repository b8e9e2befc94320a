import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseSyntax } from '../../../../../src/core/jobFile/syntax/parseSyntax.ts';
import { writtenValue } from '../../../../../src/core/language/edits/insertEntry.ts';
import { insertAtPath } from '../../../../../src/core/language/edits/moveEntry.ts';

describe('A key below gen', () => {
  const insert = (text: string): string | null => {
    const { root } = parseSyntax(text);
    assert.ok(root?.kind === 'map');
    const edit = insertAtPath(text, root, { path: ['gen'], key: 'max_runs', value: writtenValue(9) });
    return edit && text.slice(0, edit.start) + edit.newText + text.slice(edit.end);
  };
  const cases: readonly (readonly [text: string, result: string | null])[] = [
    ['gen: 1\n', 'gen: {version: 1, max_runs: 9}\n'],
    // There is no version to keep, and the text of the user must not be lost.
    ['gen: one\n', null],
    ['gen: true\n', null],
  ];
  for (const [text, result] of cases) {
    test(JSON.stringify(text), () => assert.equal(insert(text), result));
  }
});
