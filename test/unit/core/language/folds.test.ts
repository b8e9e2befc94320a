import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLanguageService } from '../../../../src/core/language/index.ts';

/** Returns `kind first-last`, with lines that count from 1. */
function foldsOf(text: string): readonly string[] {
  const lineOf = (offset: number): number => text.slice(0, offset).split('\n').length;
  const folds = createLanguageService().open('hero.gen.yaml', text).folds();
  return folds.map(({ kind, start, end }) => `${kind} ${lineOf(start)}-${lineOf(end)}`);
}

const rows: readonly (readonly [what: string, text: string, folds: readonly string[]])[] = [
  [
    'jobs and their maps, without the blank lines after them',
    'jobs:\n  a:\n    model: sonic\n    gen:\n      repeat: 2\n\n  b:\n    model: sonic\n\n',
    ['region 1-8', 'region 2-5', 'region 4-5', 'region 7-8'],
  ],
  ['a long prompt', 'model: sonic\nprompt: |\n  a\n  b\n\n  d\ntitle: x\n', ['prose 2-6']],
  ['a short prompt', 'model: sonic\nprompt: |\n  a\n  b\n  c\ntitle: x\n', ['region 2-5']],
  ['a prompt in quotes', 'model: sonic\nprompt: "a\n  b\n  c\n  d"\n', ['prose 2-5']],
  ['a list of many prompts', 'model: sonic\nprompt: [\n  a,\n  b,\n  c,\n  d]\n', ['region 2-6']],
  ['a prompt below its key', 'model: sonic\nprompt:\n  a\n  b\n  c\n  d\ntit\n', ['prose 2-6']],
  ['a long text of a field that is not for prose', 'model: sonic\ntitle: "a\n  b\n  c\n  d"\n', ['region 2-5']],
  ['a long variable', 'vars:\n  a: |\n    a\n    b\n    c\n    d\n', ['region 1-6', 'prose 2-6']],
  ['lists', 'images:\n- a\n- b\nmatrix: [\n  a,\n  b\n  ]\n', ['region 1-3', 'region 4-7']],
  ['comments on lines that follow each other', '# a\n# b\nmodel: sonic\n# c\n', ['comment 1-2']],
  ['a comment inside a prompt', 'prompt: |\n  a\n  # b\n  # c\n  d\n', ['prose 1-5']],
  [
    'a message',
    'model: claude-opus-4-5\nmessages:\n  - role: user\n    content: |\n      a\n      b\n      c\n      d\n',
    ['region 2-8', 'region 3-8', 'prose 4-8'],
  ],
  [
    'a message with one key, which covers the lines of its item',
    'messages:\n  - content: |\n      a\n      b\n      c\n      d\n',
    ['region 1-6', 'prose 2-6'],
  ],
  ['comments at the end', 'model: sonic\n# a\n# b', ['comment 2-3']],
  [
    'broken YAML',
    'jobs:\n  a:\n    model: "sonic\n  b:\n    model: [\n    title: x\n',
    ['region 1-6', 'region 2-3', 'region 4-6'],
  ],
  ['line breaks of two characters', 'gen:\r\n  repeat: 2\r\n', ['region 1-2']],
  ['nothing', '', []],
];

for (const [what, text, folds] of rows) {
  test(`folds of ${what}`, () => assert.deepEqual(foldsOf(text), folds));
}
