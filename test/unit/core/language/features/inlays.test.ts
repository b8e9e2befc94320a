import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLanguageService } from '../../../../../src/core/language/index.ts';
import * as fc from '../../../../support/fastCheck.ts';
import { filesOf } from '../openAt.ts';

const service = createLanguageService({
  files: () => filesOf({ 'brief.md': `\ufeff${'x'.repeat(3000)}\r\n` }),
  env: { read: () => ({ state: 'set', value: 'secret' }), names: ['HOME'] },
});

/** Returns `word«label»`: the label after the end of the word before it. */
function inlaysOf(text: string): readonly string[] {
  const inlays = service.open('hero.gen.yaml', text).inlays({ start: 0, end: text.length });
  return inlays.map(({ offset, label }) => `${/\S*$/.exec(text.slice(0, offset))?.[0].slice(-6) ?? ''}«${label}»`);
}

const long = 'x'.repeat(2500);

const rows: readonly (readonly [what: string, text: string, inlays: readonly string[]])[] = [
  ['an empty file, what to write', '', ['«Enter image, song, voice, video, text or the name of a model»']],
  [
    'a comment alone, where a line is free',
    '# Hi\n',
    ['«Enter image, song, voice, video, text or the name of a model»'],
  ],
  ['a comment that is being written, none', '# Hi', []],
  ['a short prompt, none', 'model: sonic\nprompt: la la\n', []],
  ['a text of half the limit', `model: sonic\nprompt: ${long}\n`, ['xxxxxx«2500 / 5000»']],
  ['a text just below half the limit, none', `model: sonic\nprompt: ${long.slice(1)}\n`, []],
  ['characters as people count them', `model: sonic\nprompt: ${'😀'.repeat(2499)}é\n`, ['\ude00😀😀é«2500 / 5000»']],
  ['a block, in its first line', `model: sonic\nprompt: |-\n  ${long}\n  x\n`, ['|-«2502 / 5000»']],
  [
    'a block with line breaks of two characters',
    `model: sonic\r\nprompt: |-\r\n  ${long}\r\n  x\r\n`,
    ['|-«2502 / 5000»'],
  ],
  ['a file as it is sent', 'model: sonic\nprompt: file://brief.md\n', ['ief.md«3001 / 5000»']],
  [
    'a text with a known value',
    `vars: {a: ${'y'.repeat(100)}}\nmodel: sonic\nprompt: ${long.slice(100)} \${{ vars.a }}\n`,
    ['}}«2501 / 5000»'],
  ],
  ['a text with a value that only a run knows, none', `model: sonic\nprompt: ${long} \${{ run.id }}\n`, []],
  [
    'the value of an expression',
    'vars: {mood: dark}\nmodel: sonic\nprompt: ${{ vars.mood | upper }} ${{ file.base }}\n',
    ['}}«= DARK»', '}}«= hero»'],
  ],
  [
    'an expression with several values, none',
    'model: sonic\nprompt: ${{ matrix.a }}\nmatrix:\n  a: [x, y]\n',
    ['atrix:«2 requests»'],
  ],
  ['an axis with one value', 'model: sonic\nprompt: ${{ matrix.a }}\nmatrix:\n  a: [x]\n', ['}}«= x»']],
  [
    'a value that only a run knows, none',
    'model: sonic\nprompt: ${{ now }} ${{ run.id }} ${{ jobs.a.url }} ${{ vars.no }}\n',
    [],
  ],
  ['the environment, none', 'model: sonic\nprompt: ${{ env.HOME }}\n', []],
  [
    'a value of the longest length',
    `vars: {a: ${'a'.repeat(40)}}\nmodel: sonic\nprompt: \${{ vars.a }}\n`,
    [`}}«= ${'a'.repeat(40)}»`],
  ],
  ['an expression without an end, none', 'vars: {a: b}\nmodel: sonic\nprompt: "x ${{ vars.a"\n', []],
  [
    'a long or empty value, none',
    `vars: {a: ${'a'.repeat(41)}, b: ""}\nmodel: sonic\nprompt: \${{ vars.a }} \${{ vars.b }}\n`,
    [],
  ],
  [
    'requests of a matrix and of repeat',
    'gen:\n  repeat: 2\nmodel: sonic\nprompt: x\nmatrix:\n  title: [x, y]\n',
    ['2«4 requests»', 'atrix:«4 requests»'],
  ],
  [
    'repeat over several jobs',
    'gen: {repeat: 2}\njobs:\n  a: {model: sonic, prompt: x}\n  b: {model: sonic, prompt: x, gen: {repeat: 3}}\n  c: {model: sonic, prompt: x}\n',
    ['2«4 requests»', '3«3 requests»'],
  ],
  [
    'a default that is the same in all jobs, none',
    'gen: {defaults: {title: "${{ job.id }}"}}\njobs:\n  a: {model: sonic, prompt: x}\n  b: {model: sonic, prompt: x}\n',
    [],
  ],
];

for (const [what, text, inlays] of rows) {
  test(`inlays of ${what}`, () => assert.deepEqual(inlaysOf(text), inlays));
}

test('a part of the file has the inlays of the whole', () => {
  fc.assert(
    fc.property(fc.constantFrom(...rows.map(([, text]) => text)), fc.nat(), fc.nat(), (text, one, other) => {
      const [start = 0, end = 0] = [one, other].map((each) => each % (text.length + 1)).sort((a, b) => a - b);
      const document = service.open('hero.gen.yaml', text);
      const all = document.inlays({ start: 0, end: text.length });
      assert.deepEqual(
        document.inlays({ start, end }),
        all.filter(({ offset }) => start <= offset && offset <= end),
      );
      for (const { offset } of all) assert.ok(document.inlays({ start: offset, end: offset }).length > 0);
    }),
    { numRuns: 200 },
  );
});
