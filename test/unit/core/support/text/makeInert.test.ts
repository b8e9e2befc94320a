import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillTemplate } from '../../../../../src/core/support/text/fillTemplate.ts';
import { makeInert } from '../../../../../src/core/support/text/makeInert.ts';
import * as fc from '../../../../support/fastCheck.ts';
import { hostileLink, hostileTexts, iconPattern, isInert, linkPattern } from '../../../../support/hostileText.ts';

const joiner = '\u2060';

const rows: readonly (readonly [text: string, expected: string])[] = [
  ['hero-3.png, $0.04', 'hero-3.png, $0.04'],
  ['[draft] (second) a[1] f(x)', '[draft] (second) a[1] f(x)'],
  ['[x](command:y)', `[x]${joiner}(command:y)`],
  ['$(sync~spin) running', `$${joiner}(sync~spin) running`],
  ['photo\u202egnp.exe', 'photognp.exe'],
  ['first\r\nsecond\u2028third', 'first second third'],
  ['a\u0000b\u001b[31mc', 'ab[31mc'],
  ['[x]\u202e(command:y)', `[x]${joiner}(command:y)`],
  ['שלום 日本語 🎨 e\u0301', 'שלום 日本語 🎨 e\u0301'],
];

for (const [text, expected] of rows) {
  test(`${JSON.stringify(text)} is shown as ${JSON.stringify(expected)}`, () => {
    assert.equal(makeInert(text), expected);
  });
}

test('the patterns find the links and icons of VS Code', () => {
  assert.deepEqual(
    [linkPattern.test(hostileLink), linkPattern.test('[a](https://b.example)'), iconPattern.test('$(sync~spin)')],
    [true, true, true],
  );
});

test('any string is inert afterward, and stays the same when it is made inert again', () => {
  fc.assert(
    fc.property(hostileTexts, (text) => {
      const inert = makeInert(text);
      return isInert(inert) && makeInert(inert) === inert;
    }),
  );
});

test('arguments do not become a link or an icon together, nor with the sentence around them', () => {
  const templates = ['{a}{b}', '[{a}]({b})', '{a}]({b})', '$({a})', '${a}', '{a} and {b}', '{b}(command:{a})'];
  fc.assert(
    fc.property(fc.constantFrom(...templates), hostileTexts, hostileTexts, (template, a, b) =>
      isInert(fillTemplate(template, { a, b })),
    ),
  );
});

test('sentences that are arguments of other sentences stay inert', () => {
  fc.assert(
    fc.property(hostileTexts, hostileTexts, (a, b) => {
      const inner = fillTemplate('{a}: {b}', { a, b });
      return isInert(fillTemplate('{inner}{b}', { inner, b }));
    }),
  );
});
