import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNumberReader, numberedName, sanitizeFileName } from '../../../../src/core/artifact/fileName.ts';
import * as fc from '../../../support/fastCheck.ts';

const rows: readonly (readonly [name: string, expected: string])[] = [
  ['hero', 'hero'],
  ['a/b\\c', 'a-b-c'],
  ['what: is "this"?', 'what- is -this-'],
  ['tab\tand\u0000null', 'tab-and-null'],
  ['evil\u202Egnp.exe', 'evil-gnp.exe'],
  ['dots...', 'dots'],
  ['  blanks  ', 'blanks'],
  ['..', 'result'],
  ['.hidden', 'hidden'],
  ['', 'result'],
  ['CON', '_CON'],
  ['com1.txt', '_com1.txt'],
  ['console', 'console'],
  ['half \uD800 pair', 'half  pair'],
  ['cafe\u0301', 'caf\u00E9'],
  ['日本語 🎨', '日本語 🎨'],
];

for (const [name, expected] of rows) {
  test(`${JSON.stringify(name)} becomes ${JSON.stringify(expected)}`, () => {
    assert.equal(sanitizeFileName(name), expected);
  });
}

test('any string becomes a short and safe name, and a safe name is unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const name = sanitizeFileName(text);
      const isSafe = name !== '' && !/[/\\\p{Cc}]/u.test(name) && !/[. ]$/.test(name);
      return (
        isSafe && Buffer.byteLength(name) <= 200 && Array.from(name).length <= 120 && sanitizeFileName(name) === name
      );
    }),
  );
});

test('numbers start with the second file', () => {
  assert.deepEqual(
    [1, 2, 10].map((number) => numberedName('hero', number, 'png')),
    ['hero.png', 'hero-2.png', 'hero-10.png'],
  );
});

test('the number of a name is read as it was written, whatever its case', () => {
  const read = createNumberReader('Caf\u00E9.png', 'png');
  const names = ['Caf\u00E9.png.png', 'CAFE\u0301.PNG-2.png', 'caf\u00E9.png-10.PNG'];
  const others = ['Caf\u00E9.png', 'Caf\u00E9.png-1.png', 'Caf\u00E9.png-02.png', 'Caf\u00E9.png-2.jpg', 'x.png-2.png'];

  assert.deepEqual([...names, ...others].map(read), [1, 2, 10, null, null, null, null, null]);
});

test('a name is read as the number that made it', () => {
  const stem = fc.string({ unit: 'binary', maxLength: 20 }).map(sanitizeFileName);
  fc.assert(
    fc.property(stem, fc.integer({ min: 1, max: 5_000 }), (name, number) => {
      return createNumberReader(name, 'png')(numberedName(name, number, 'png')) === number;
    }),
  );
});

test('characters of every length in UTF-8 fill a name up to 200 bytes', () => {
  const lengths = ['a', '\u07ff', '\u0800', '\uffdc', '\u{10000}'].map(
    (character) => Array.from(sanitizeFileName(character.repeat(120))).length,
  );
  assert.deepEqual(lengths, [120, 100, 66, 66, 50]);
});
