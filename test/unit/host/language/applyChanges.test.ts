import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createLanguageService } from '../../../../src/core/language/index.ts';
import { applyChanges, type EditorChange } from '../../../../src/host/language/applyChanges.ts';

function apply(text: string, changes: readonly EditorChange[]): string {
  const document = createLanguageService().open('file:///w/hero.gen.yaml', text);
  applyChanges(document, changes);
  return document.text;
}

describe('changes of an editor', () => {
  test('are applied where they were made', () => {
    const text = apply('model: sonic\n', [{ rangeOffset: 7, rangeLength: 5, text: 'seed-tts-2.0' }]);
    assert.equal(text, 'model: seed-tts-2.0\n');
  });

  test('of several cursors refer to the text before them, in whatever order they come', () => {
    const changes = [2, 0, 5].map((rangeOffset) => ({ rangeOffset, rangeLength: 1, text: '<>' }));
    assert.deepEqual([apply('abcdefg', changes), apply('abcdefg', changes.toReversed())], ['<>b<>de<>g', '<>b<>de<>g']);
  });

  test('count Windows line endings like the editor', () => {
    assert.equal(apply('a: 1\r\nb: 2\r\n', [{ rangeOffset: 9, rangeLength: 1, text: '3' }]), 'a: 1\r\nb: 3\r\n');
  });
});
