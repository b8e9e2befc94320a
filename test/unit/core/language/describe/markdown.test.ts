import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  codeBlock,
  escapeMarkdown,
  inlineCode,
  withoutLinks,
} from '../../../../../src/core/language/describe/markdown.ts';

const escaped: readonly (readonly [text: string, markdown: string])[] = [
  ['mood: dark, size: 2K', 'mood: dark, size: 2K'],
  ['a *b* _c_ `d` ~e~', 'a \\*b\\* \\_c\\_ \\`d\\` \\~e\\~'],
  ['![x](https://y)', '!\\[x\\]\\(https\\://y\\)'],
  ['www.a.example b@c.example', 'www\\.a.example b\\@c.example'],
  ['<img src=x>&amp;', '\\<img src=x\\>\\&amp;'],
  ['- a\n# b', '\\- a # b'],
  ['1. a', '1\\. a'],
  ['https:\u202e//a.example www\u200e.b.example', 'https\\://a.example www\\.b.example'],
];

for (const [text, markdown] of escaped) {
  test(`text is shown as text: ${JSON.stringify(text)}`, () => assert.equal(escapeMarkdown(text), markdown));
}

test('code in a line has more backticks around it than in it', () => {
  assert.deepEqual(
    [inlineCode('a\n  b'), inlineCode('`'), inlineCode('a``b'), inlineCode('x'.repeat(201)).length],
    ['`a b`', '`` ` ``', '``` a``b ```', 203],
  );
});

test('code in a line loses marks that would join its backticks later', () => {
  assert.deepEqual([inlineCode('a`\u202e`b'), inlineCode('\u202e')], ['``` a``b ```', '`""`']);
});

test('a block of code shows eight lines, each of limited length', () => {
  assert.deepEqual(codeBlock(`${'x'.repeat(200)}\n${'```\n'.repeat(20)}`, 'yaml').split('\n'), [
    '````yaml',
    `${'x'.repeat(160)}…`,
    ...Array<string>(7).fill('```'),
    '…',
    '````',
  ]);
});

test('a block of code with eight lines is whole', () => {
  const lines = Array<string>(8).fill('a').join('\n');
  assert.equal(codeBlock(lines), `\`\`\`\n${lines}\n\`\`\``);
});

test('descriptions keep their markup and lose their links', () => {
  assert.equal(withoutLinks('`a` [b](https://c) ![d](e) <f>'), '`a` [b]\\(https://c) ![d]\\(e) \\<f>');
});
