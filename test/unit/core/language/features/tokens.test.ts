import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLanguageService } from '../../../../../src/core/language/index.ts';
import * as fc from '../../../../support/fastCheck.ts';

const service = createLanguageService();

/** Returns `type text`, in the order of the text. */
function tokensOf(text: string, range = { start: 0, end: text.length }): readonly string[] {
  const tokens = service.open('hero.gen.yaml', text).tokens(range);
  return tokens.map(({ type, start, end }) => `${type} ${text.slice(start, end)}`);
}

const rows: readonly (readonly [what: string, text: string, tokens: readonly string[]])[] = [
  ['nothing in expressions', 'prompt: a ${{ vars.mood | upper }} $${{ b }}\n', []],
  [
    'words of the job file',
    'gen:\n  repeat: 2\n  defaults:\n    size: 2K\nx-a: 1\njobs:\n  night shift:\n    model: sonic\n    matrix:\n      include:\n        - mood: a\n      repeat: [x]\n',
    [
      'keyword gen',
      'keyword repeat',
      'keyword defaults',
      'keyword jobs',
      'namespace night shift',
      'keyword matrix',
      'keyword include',
    ],
  ],
  [
    'ids of needs',
    'jobs:\n  a:\n    needs: [one, "two x"]\n  b:\n    needs: one\n  c:\n    needs:\n      - one\n',
    [
      'keyword jobs',
      'namespace a',
      'keyword needs',
      'namespace one',
      'namespace two x',
      'namespace b',
      'keyword needs',
      'namespace one',
      'namespace c',
      'keyword needs',
      'namespace one',
    ],
  ],
  [
    'sections of lyrics',
    'model: sonic\nprompt: |\n  [Verse 1]\n  la la [x ${{ vars.a[0] }}]\ntitle: "[Verse]"\n',
    ['type [Verse 1]'],
  ],
  ['sections beside expressions', 'model: sonic\nprompt: |\n  [A]${{ now }}[B]\n', ['type [A]', 'type [B]']],
  [
    'sections in the job of a song',
    'jobs:\n  a:\n    model: seedream-5-0-260128\n    prompt: |\n      [A]\n  b:\n    model: sonic\n    prompt: |\n      [B]\n',
    ['keyword jobs', 'namespace a', 'namespace b', 'type [B]'],
  ],
  ['no sections in the prompt of an image', 'model: seedream-5-0-260128\nprompt: |\n  [Verse]\n', []],
  [
    'tags of speech',
    'model: seed-tts-2.0\nssml: <speak>Hi<break time="1s"/> 3 < 4</speak>\n',
    ['type <speak', 'type >', 'type <break', 'property time', 'string "1s"', 'type />', 'type </speak', 'type >'],
  ],
  [
    'tags with an expression',
    'model: seed-tts-2.0\nssml: <break time="${{ vars.t }}"/>\n',
    ['type <break', 'property time', 'type />'],
  ],
  ['lines around a problem', 'model: sonic\ntitle: "x\ngen: 1\n', ['keyword gen']],
];

for (const [what, text, tokens] of rows) {
  test(`tokens of ${what}`, () => assert.deepEqual(tokensOf(text), tokens));
}

const corpus = rows.map(([, text]) => text);

test('a part of the file has the tokens of the whole, in order, none across lines or over another', () => {
  const text = fc.array(fc.constantFrom(...corpus, '\r\n', '"', '${{', '[', 'needs: '), { maxLength: 4 });
  fc.assert(
    fc.property(text, fc.nat(300), fc.nat(300), (parts, one, other) => {
      const whole = parts.join('');
      const document = service.open('hero.gen.yaml', whole);
      const all = document.tokens({ start: 0, end: whole.length });
      const range = { start: Math.min(one, other), end: Math.max(one, other) };
      assert.deepEqual(
        document.tokens(range),
        all.filter(({ start, end }) => start < range.end && end > range.start),
      );
      assert.deepEqual(
        all.filter(
          (token, at) =>
            token.end <= token.start ||
            token.start < (all[at - 1]?.end ?? 0) ||
            whole.slice(token.start, token.end).includes('\n'),
        ),
        [],
      );
    }),
    { numRuns: 200 },
  );
});
