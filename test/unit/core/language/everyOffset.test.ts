import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { applyEdits } from '../../../../src/core/language/edits/editLog.ts';
import type { JobFileDocument } from '../../../../src/core/language/index.ts';
import { groupBy } from '../../../../src/core/support/groupBy.ts';
import { damagedTexts, readCorpus } from '../../../support/corpus.ts';
import * as fc from '../../../support/fastCheck.ts';
import { findFlaws, findFlawsAt } from './findFlaws.ts';
import { filesOf, open as openWith } from './openAt.ts';

const files = filesOf(
  { 'words.yaml': 'tone: x\r\nbrand: {color: red}\na: [1, {b: 2}]\n', 'a.png': '', 'b: c/d.png': '', 'brief.md': '' },
  { inspect: () => ({ exists: true, isInside: true, bytes: 1 }) },
);

const open = (text: string): JobFileDocument =>
  openWith(text, {
    files: () => files,
    env: {
      names: ['TITLE'],
      read: (name) => (name === 'TITLE' ? { state: 'set', value: 'Tide' } : { state: 'blocked' }),
    },
  });

/** Files that contain all elements of a job file. */
const whole: readonly string[] = [
  'vars:\n  mood: dark\n  brand: {color: red}\n  more: ${{ vars.mood }}!\nmodel: sonic\nprompt: |\n  [Verse]\n  la ${{ vars.brand.color | upper }}\n  # no ${{ matrix.tone }}\n  $${{ x }}\nmatrix:\n  tone: [a, "b"]\n  include:\n    - {tone: c, extra: 1}\ntitle: "${{ vars[\'mood\'] }}" # note ${{ now }}\n',
  'gen:\n  defaults: {title: "${{ vars.tone }} ${{ jobs.a.title }}"}\nvars:\n  - file://./words.yaml\n  - mood: x\nx-base: &base {tags: "${{ vars.mood }}"}\njobs:\n  a: &job\n    <<: *base\n    model: sonic\n    prompt: file://brief.md\n    vars: &v {mood: y}\n  night shift:\n    model: seedream-5-0-260128\n    image: in/door.png\n    prompt: ${{ jobs.a.lyrics }} ${{ jobs["night shift"].url }}\n    needs: [a, *x]\n    vars: *v\n  c:\n    <<: *job\n',
  'model: wan2.7-image\r\nprompt: 😀 ${{ vars.é }}\r\nvars: {é: "#1E90FF"}\r\ncolor_palette:\r\n  - {hex: "#1E90FF", ratio: 40%}\r\n$schema: ./x.json\r\nimages: [https://a.example/x.png, ./y.png]\r\n',
  'model: seed-tts-2.0\nssml: <speak>Hi<break time="1s"/></speak>\nvoice: &n narrator\nx-a: *n\nx-b: [*n, ${{ vars.a }}]\n',
];

/** Files that are broken or unusual. */
const odd: readonly string[] = [
  'model: seedream-5-0-260128\nprompt: |\n  A cat # no\n\n  and: more\nsize: 2K # yes\nimages:\n- https://a\n- ""\n',
  'jobs:\n  a:\n    model: sonic\n    prompt: "x\n  b:\n    model: [a\n? [x]: y\n- - a: b\n  c\n',
  '"a b": c\n\'x\': |+\n   d\n...\n%YAML 1.2\n---\ngen: &a {defaults: {x: *a}}',
  '{model: sonic, prompt: {a: [1, {b: "c"}]}, ',
  'jobs: {a: {model: sonic, prompt: x, output: {dir: "a\\"b", name: c}}, b: {',
  '\tmodel: sonic\r\nprompt:\t>-\r\n  text\r\n\r\ntitle: 😀 ü\r\n',
  'vars: &x\n  <<: *x\n<<: [*x, *y]\n!tag model: !!str sonic\n',
  'model: sonic\nprompt: ${{ a | b }} $${{ }}\noutput: ${{\n',
  'vars: &x\n- \n  <<: *x\n...\n]\n!tag model: !!str sonic\n',
  'text: t\n: x\n: y\n-\n-- a\n- b:\n#\n#c\n|\n>\n',
];

for (const text of ['', '\n\n', ...odd, ...whole]) {
  test(`every feature returns a result at every offset of ${JSON.stringify(text.slice(0, 40))}`, () =>
    assert.deepEqual(findFlaws(open(text)), []));
}

const corpus = readCorpus();

for (const [folder, files] of groupBy(corpus, ({ name }) => name.split('/').at(-2) ?? 'golden')) {
  test(`every feature returns a result at the offsets of the ${files.length} ${folder} job files`, () => {
    const flaws = files.flatMap(({ name, text }) => findFlaws(open(text)).map((flaw) => `${name}: ${flaw}`));
    assert.deepEqual(flaws, []);
  });
}

test('the corpus is large', () => assert.ok(corpus.length >= 150, `${corpus.length} files`));

const samples = join(import.meta.dirname, '../../../../samples');
const typed = [
  ...globSync('*.gen.yaml', { cwd: samples }).map((name) => readFileSync(join(samples, name), 'utf8')),
  'vars: file://./words.yaml\nmodel: seedream-5-0-260128\nimages: [a.png, "b: c/d.png"]\nprompt: ${{ vars.a[1].b | pad(3) }} ${{ env.TITLE }}\n',
  'jobs:\r\n  "a b": {model: sonic, tags: \'x, y\', prompt: "${{ jobs[\'c\'].text | truncate(9) }}"}\r\n  c: {needs: [a b]}\r\n',
  'matrix:\n  size: [2K]\n  include:\n    - size: 3K\n      model: sonic\n  exclude: [{size: 2K}]\noutput:\n  name: ${{ now | date("YYYY") }}\n',
];

for (const text of typed) {
  test(`a list and a hover can open after every character of ${JSON.stringify(text.slice(0, 40))}`, () => {
    const document = open('');
    const flaws = Array.from({ length: text.length }, (_, offset) => {
      document.edit({ offset, remove: 0, insert: text.charAt(offset) });
      return findFlawsAt(document, offset + 1);
    });
    assert.deepEqual(flaws.flat(), []);
  });
}

const anyTexts: readonly (readonly [what: string, texts: fc.Arbitrary<string>, runs: number])[] = [
  ['any text', fc.string({ unit: 'binary', maxLength: 60 }), 150],
  ['any damage to an unusual file', damagedTexts(odd), 150],
  ['any damage to a file with all elements', damagedTexts(whole), 20],
];

for (const [what, texts, numRuns] of anyTexts) {
  test(`no feature fails on ${what}`, () => {
    fc.assert(
      fc.property(texts, (text) => assert.deepEqual(findFlaws(open(text)), [])),
      { numRuns },
    );
  });
}

test('deep nesting and very long lines are handled', () => {
  const nested = `model: ${'['.repeat(3000)}`;
  const stairs = `vars:\n${Array.from({ length: 300 }, (_, level) => `${' '.repeat(level + 1)}a:`).join('\n')}`;
  const dashes = `needs:\n${'- '.repeat(5000)}\n`;
  const shut = `text: ${'['.repeat(2500)}${']'.repeat(2500)}`;
  const blanks = `${'\t'.repeat(200_000)}x\nprompt${' '.repeat(200_000)}y\n`;
  const aliases = `vars: &v {x: 1}\njobs:\n${Array.from({ length: 2000 }, (_, n) => `  j${n}: {vars: *v}\n`).join('')}`;
  for (const text of [nested, stairs, dashes, shut, blanks, aliases, `prompt: ${'x '.repeat(20_000)}`]) {
    const document = open(text);
    assert.ok(document.problems().length > 0);
    assert.ok(Array.isArray(document.complete(text.length)));
    document.edit({ offset: text.length >> 1, remove: 0, insert: 'x' });
    assert.ok(document.problems().length > 0);
  }
});

/** Returns the codes of the problems, and the places of each name as numbers of all places. */
function readMeaning(text: string): unknown {
  const document = open(text);
  const places = new Map<number, readonly number[]>();
  for (let offset = 0; offset <= text.length; offset += 1) {
    const target = document.renameAt(offset);
    if (!target.ok || places.has(target.start)) continue;
    const references = document.references(offset).map(({ start }) => start);
    places.set(target.start, references);
  }
  const starts = [...places.keys()];
  const numbered = [...places.values()].map((list) => list.map((start) => starts.indexOf(start)));
  return { codes: document.problems().map(({ code }) => code), numbered };
}

const names = "fresh|fresh name|7|yes|it's|a, b|mood|tone|a|title|ü-x|a: b|x #y|{|<<|null".split('|');

test('a rename keeps what the file means, or is refused with a reason', () => {
  const outcomes = new Set<boolean>();
  const texts = fc.oneof(fc.constantFrom(...whole), damagedTexts(whole));
  fc.assert(
    fc.property(texts, fc.nat(), fc.constantFrom(...names), (text, at, name) => {
      const document = open(text);
      const targets = Array.from({ length: text.length + 1 }, (_, offset) => offset).filter(
        (offset) => document.renameAt(offset).ok,
      );
      const offset = targets[at % Math.max(1, targets.length)];
      if (offset === undefined) return;
      const outcome = document.rename(offset, name);
      outcomes.add(outcome.ok);
      if (outcome.ok) assert.deepEqual(readMeaning(applyEdits(text, outcome.edits)), readMeaning(text));
      else assert.notEqual(outcome.message, '');
    }),
    { numRuns: 60 },
  );
  assert.deepEqual(outcomes, new Set([true, false]));
});
