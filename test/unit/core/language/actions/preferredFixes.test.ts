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

/** Files with full-width punctuation or the markers of a merge, and a comment that swallows a closing bracket. */
const notYet = /[\uff00-\uffef、。“”「」\u00a0\u3000\u2236]|<{7}|={7}|>{7}|\{hex: #/;

const texts = [
  ...readCorpus().flatMap(({ name, text }) => (slow.test(name) ? [] : [text])),
  ...globSync('*.gen.yaml', { cwd: samples }).map((name) => readFileSync(join(samples, name), 'utf8')),
].filter((text) => !notYet.test(text));

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
    { numRuns: 500, seed },
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
