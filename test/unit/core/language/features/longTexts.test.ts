import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from '../openAt.ts';

/** Returns the lines of each long text, counted from 1. */
function linesOf(text: string): readonly string[] {
  const lineOf = (offset: number): number => text.slice(0, offset).trimEnd().split('\n').length;
  return open(text)
    .longTexts()
    .map(({ start, end }) => `${lineOf(start)}-${lineOf(end)}`);
}

const prompt = 'prompt: |\n  a\n  b\n  c\n  d\n';

const rows: readonly (readonly [what: string, text: string, lines: readonly string[]])[] = [
  ['a long prompt', 'model: sonic\nprompt: |\n  a\n  b\n\n  d\n\ntitle: x\n', ['2-6']],
  ['no short prompt', 'model: sonic\nprompt: |\n  a\n  b\n  c\ntitle: x\n', []],
  ['a prompt in quotes', 'model: sonic\nprompt: "a\n  b\n  c\n  d"\n', ['2-5']],
  ['no list of many prompts', 'model: sonic\nprompt: [\n  a,\n  b,\n  c,\n  d]\n', []],
  ['no long text of a field that is not for prose', 'model: sonic\ntitle: "a\n  b\n  c\n  d"\n', []],
  ['a long variable', 'vars:\n  a: |\n    a\n    b\n    c\n    d\n', ['2-6']],
  ['a prompt with number signs', 'prompt: |\n  a\n  # b\n  # c\n  d\n', ['1-5']],
  ['a message', 'model: claude-opus-4-5\nmessages:\n  - content: |\n      a\n      b\n      c\n      d\n', ['3-7']],
  ['prompts around broken YAML', `model: "sonic\n${prompt}title: [a\nb: c\n`, ['2-6']],
  ['a prompt with line breaks of two characters', prompt.replaceAll('\n', '\r\n'), ['1-5']],
  ['nothing', '', []],
];

for (const [what, text, lines] of rows) {
  test(`long texts: ${what}`, () => assert.deepEqual(linesOf(text), lines));
}
