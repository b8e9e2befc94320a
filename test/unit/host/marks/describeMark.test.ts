import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noMark } from '../../../../src/core/artifact/marks.ts';
import { hostileText, isInert } from '../../../support/hostileText.ts';

await import('../fakes/fakeVscode.ts');
const { describeMark } = await import('../../../../src/host/marks/registerMarkDecorations.ts');

test('a mark has a badge of at most two characters, and a text that says the same', () => {
  const marks = [
    { ...noMark, mark: 'star' },
    { mark: 'reject', rating: 1, note: 'Blurred' },
    { ...noMark, rating: 5 },
    { ...noMark, note: 'x'.repeat(300) },
    { ...noMark, note: '' },
    noMark,
  ] as const;
  assert.deepEqual(
    marks.map((mark) => describeMark(mark)),
    [
      { badge: '★', text: 'Starred' },
      { badge: '✕1', text: 'Rejected · Rating 1 of 5 · Note: Blurred' },
      { badge: '5', text: 'Rating 5 of 5' },
      { badge: '✎', text: `Note: ${'x'.repeat(200)}…` },
      null,
      null,
    ],
  );
});

test('a note is nothing but text', () => {
  assert.ok(isInert(describeMark({ ...noMark, note: hostileText })?.text ?? ''));
});
