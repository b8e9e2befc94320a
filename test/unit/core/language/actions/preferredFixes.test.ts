import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readCorpus } from '../../../../support/corpus.ts';
import * as fc from '../../../../support/fastCheck.ts';
import { findHarm, findHarmOfAll, listPreferred } from './judgeFix.ts';
import { slippedTexts } from './slips.ts';

const samples = join(import.meta.dirname, '../../../../../samples');

/** Reading one of these again and again takes seconds. */
const slow = /too-many|bomb|stairs|long-line/;

const texts = [
  ...readCorpus().flatMap(({ name, text }) => (slow.test(name) ? [] : [text])),
  ...globSync('*.gen.yaml', { cwd: samples }).map((name) => readFileSync(join(samples, name), 'utf8')),
];

/**
 * Returns what the preferred fixes of a text make worse. Each one removes its problem, leaves no more problems and no
 * more errors, and gives no text a sign of YAML, of a merge or of an input method at its start or end, unless a value of
 * the file starts or ends there with the sign. They come to an end one by one, and Fix All leaves no more problems than
 * the safe ones among them.
 */
function findHarmIn(text: string): readonly string[] {
  const single = listPreferred(text).flatMap((action) =>
    findHarm(text, action).map((harm) => `${action.problems[0]?.code}: ${action.title}: ${harm}`),
  );
  return [...single, ...findHarmOfAll(text)];
}

test('a preferred fix helps in every job file of the fixtures', () => {
  assert.ok(texts.length > 500, String(texts.length));
  assert.deepEqual(
    texts.flatMap((text) => findHarmIn(text).map((harm) => `${harm}\n${text}`)),
    [],
  );
});

test('a preferred fix helps after any slips of the hand', () => {
  const { seed = 1 } = fc.readConfigureGlobal();
  fc.assert(
    fc.property(slippedTexts(texts), (text) => assert.deepEqual(findHarmIn(text), [])),
    { numRuns: 1_000, seed },
  );
});

/** A kind of fix that has done harm, with a file and the titles of the fixes that are still preferred. */
const harmless: readonly (readonly [kind: string, text: string, preferred: readonly string[]])[] = [
  ['a colon that only lacks its space is not doubled', 'model :sonic\nprompt: x\n', ['Add a space after the colon']],
  ['a fix that its problem survives', 'model: seedream-5-0-260128\nprompt: x\nmatrix:\n  include: x\n', []],
  ['a name that leaves more errors', 'model: wan2.6-mage\nprompt: x\n', []],
  ['a bracket that makes a map of a text', 'model: sonic\nprompt: { Plan a week\n', []],
  ['a space that leads to the next error', 'model: sonic\nprompt:, x\n', []],
  [
    'a field that replaces the word Null',
    'model: gpt-image-2\nprompt: Null\n',
    ['Put it in quotes', 'Put it in quotes'],
  ],
  ['two lines that were joined', 'model: sonic\nprompt: x\ntitle: Low tide tags: calm\n', []],
  ['a field below a text by one space', 'model: sonic\nprompt: x\n title: Low tide\n', []],
  ['a star before a key', 'model: sonic\nprompt: x\ngen:\n  defaults:\n    *title: blur\n', []],
  [
    'a quote before the end of a list',
    'model: seedream-5-0-260128\nprompt: x\nimages: [cat.png, "a,b.png]\n',
    ['Add the closing quote'],
  ],
  ['a quote after a backslash', 'model: sonic\nprompt: "x\\', []],
  [
    'brackets that become part of a text',
    'model: sonic\nprompt: a ${{ matrix.hair }}\nmatrix:\n  hair:\n    - {r\n',
    [],
  ],
  ['a text inside braces that are text', 'model: sonic\nprompt: ${{ vars.a }} x\nvars:\n  a: {the: `tides}\n', []],
  ['brackets in a key', 'model: gpt-4o\nmessages:\n  -{ role: user, content: Hi }\n', []],
  [
    'a comment with the end of brackets',
    'model: wan2.7-image\nprompt: x\ncolor_palette： [{hex: #ff0000, ratio: 100%}]\n',
    [],
  ],
  [
    'a number sign between brackets',
    'model: gpt-image-2\nprompt: A stamp in ${{ matrix.ink }}\nmatrix:\n  ink: [#1b2a41]\n',
    ['Put it in quotes'],
  ],
  ['a quote after a full-width comma', 'model: sonic\nprompt: x ${{ matrix.a }}\nmatrix:\n  a: [أزرق،‘ أخضر]\n', []],
  ['a quote that other quotes should close', "model: sonic\nprompt: 'it''s:\"\n", ['Add the closing quote']],
  ['an alias in its own anchor', 'x-a: &a [*a]\nmodel: sonic\nprompt: x\n', []],
  ['a cursor in a comment', 'model: mj_imagine\nprompt: # {red|blue} kite\n', ['Add "prompt"']],
  [
    'a cursor after the line of a text',
    'x-a: &a {model: mj_imagine}\njobs:\n  a:\n    <<: *a\n    title: x\n',
    ['Add "prompt"'],
  ],
  ['a text that continues with tabs', 'model: sonic\n\t\n\t \ntitle: x\n\t# note\n', []],
  [
    'all fixes but one that others outweigh',
    'jobs:\n  a: {model: sonic, prompt: x}\n  b:\n    model: sonic\n    prompt: `x`\n  c:\n    prompt: %x\n    title: [${{ vars.a }}]\n',
    ['Put it in quotes', 'Put it in quotes', 'Put it in quotes'],
  ],
  ['all fixes but one that uncovers a problem', 'mod el: sonic\ntitle: true\nprompt: x\n', ['Change to "model"']],
];

for (const [kind, text, preferred] of harmless) {
  test(`preferred fixes do no harm: ${kind}`, () => {
    assert.deepEqual(findHarmIn(text), []);
    assert.deepEqual(
      listPreferred(text).map(({ title }) => title),
      preferred,
    );
  });
}
