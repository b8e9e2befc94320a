import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTextChanges } from '../../../../../src/core/task/submit/sendBody.ts';
import * as fc from '../../../../support/fastCheck.ts';

test('each part of a growing text is new', () => {
  const nextChange = createTextChanges();

  assert.deepEqual(['Once', 'Once upon', 'Once upon'].map(nextChange), [
    { offset: 0, text: 'Once' },
    { offset: 4, text: ' upon' },
    { offset: 9, text: '' },
  ]);
});

test('the parts of any texts combine to the last one, and no part begins inside a character', () => {
  const texts = fc.array(fc.array(fc.constantFrom('a', 'b', '😀', '😁', 'é')).map((each) => each.join('')));
  fc.assert(
    fc.property(texts, (all) => {
      const parts = all.map(createTextChanges());
      const text = parts.reduce((before, part) => `${before.slice(0, part.offset)}${part.text}`, '');
      const isWhole = parts.every((part) => Buffer.from(part.text).toString() === part.text);
      return isWhole && text === (all.at(-1) ?? '');
    }),
  );
});
