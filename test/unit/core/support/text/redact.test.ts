import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redact, redactBriefly } from '../../../../../src/core/support/text/redact.ts';

const rows: readonly (readonly [text: string, expected: string])[] = [
  ['key sk-abc_DEF-123 refused', 'key sk-… refused'],
  ['Authorization: Bearer abc.def', 'Authorization: Bearer …'],
  ['{"authorization":"bearer xyz"}', '{"authorization":"bearer …"}'],
  ['GET https://cdn.example.com/a.png?sig=1&exp=2 403', 'GET https://cdn.example.com/a.png?… 403'],
  ['see https://user:pass@example.com/x', 'see https://…@example.com/x'],
  ['(https://example.com/a#t=1)', '(https://example.com/a?…'],
  ['got data:image/png;base64,AAAA== back', 'got data:… back'],
  [`https://example.com/${'a/'.repeat(3_000)}b?sig=1`, `https://example.com/${'a/'.repeat(3_000)}b?…`],
  ['a task-based answer at https://example.com/a', 'a task-based answer at https://example.com/a'],
];

for (const [text, expected] of rows) {
  test(`“${expected.slice(0, 60)}” is all that is left of a message`, () => {
    assert.equal(redact(text), expected);
  });
}

test('a long word without a secret stays, whatever it looks like', () => {
  const words = ['a-'.repeat(20 * 1024), 'a://'.repeat(20 * 1024), 'data:'.repeat(20 * 1024)];
  assert.deepEqual(words.map(redact), words);
});

test('of megabytes only the start is processed, and no half of a key is left where it ends', () => {
  assert.equal(redactBriefly('a.'.repeat(1_000_000)).length, 500);
  assert.equal(redactBriefly(`one${' '.repeat(4_991)}two sk-0123456789`), 'one two …');
  assert.equal(redactBriefly(`one${' '.repeat(4_978)}https://user:pass@example.com/`), 'one …');
  assert.equal(redactBriefly(`one${' '.repeat(4_994)}two`), 'one two');
});

test('a brief message is one line, and is cut only after its keys are gone', () => {
  const text = `one\n  two ${'x'.repeat(20)} sk-0123456789`;

  assert.equal(redactBriefly(text, 33), `one two ${'x'.repeat(20)} sk-…`);
  assert.equal(redactBriefly('12345', 4), '123…');
});
