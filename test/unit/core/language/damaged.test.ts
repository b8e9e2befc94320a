import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyEdits } from '../../../../src/core/language/edits/editLog.ts';
import {
  createLanguageService,
  type DocumentFiles,
  type JobFileDocument,
} from '../../../../src/core/language/index.ts';
import { damagedTexts } from '../../../support/corpus.ts';
import * as fc from '../../../support/fastCheck.ts';
import { findFlaws } from './findFlaws.ts';

const files: DocumentFiles = {
  name: 'hero.gen.yaml',
  dir: '',
  isTrusted: true,
  list: () => [],
  readText: (path) =>
    path === 'words.yaml' ? { ok: true, text: 'tone: x\r\nbrand: {color: red}\n' } : { ok: false, reason: 'missing' },
  inspect: () => ({ exists: true, isInside: true, bytes: 1 }),
};

const service = createLanguageService({ files: () => files });

/** Files that contain all elements of a job file. */
const corpus: readonly string[] = [
  'vars:\n  mood: dark\n  brand: {color: red}\n  more: ${{ vars.mood }}!\nmodel: sonic\nprompt: |\n  [Verse]\n  la ${{ vars.brand.color | upper }}\n  # no ${{ matrix.tone }}\n  $${{ x }}\nmatrix:\n  tone: [a, "b"]\n  include:\n    - {tone: c, extra: 1}\ntitle: "${{ vars[\'mood\'] }}" # note ${{ now }}\n',
  'gen:\n  defaults: {title: "${{ vars.tone }} ${{ jobs.a.title }}"}\nvars:\n  - file://./words.yaml\n  - mood: x\nx-base: &base {tags: "${{ vars.mood }}"}\njobs:\n  a: &job\n    <<: *base\n    model: sonic\n    prompt: file://brief.md\n    vars: &v {mood: y}\n  night shift:\n    model: seedream-5-0-260128\n    image: in/door.png\n    prompt: ${{ jobs.a.lyrics }} ${{ jobs["night shift"].url }}\n    needs: [a, *x]\n    vars: *v\n  c:\n    <<: *job\n',
  'model: wan2.7-image\r\nprompt: 😀 ${{ vars.é }}\r\nvars: {é: "#1E90FF"}\r\ncolor_palette:\r\n  - {hex: "#1E90FF", ratio: 40%}\r\n$schema: ./x.json\r\nimages: [https://a.example/x.png, ./y.png]\r\n',
  'model: seed-tts-2.0\nssml: <speak>Hi<break time="1s"/></speak>\nvoice: &n narrator\nx-a: *n\nx-b: [*n, ${{ vars.a }}]\n',
];

const open = (text: string): JobFileDocument => service.open('hero.gen.yaml', text);

/** Finds names of which the document does not list the references, and other texts of which it does. */
function findNameFlaws(document: JobFileDocument): readonly string[] {
  // In a file that cannot be read, no name can be changed.
  const isBroken = document.problems().some(({ code }) => code === 'yaml-syntax');
  return Array.from({ length: document.text.length + 1 }, (_, offset) => offset).flatMap((offset) => {
    const [target, references] = [document.renameAt(offset), document.references(offset)];
    const isWrong = target.ok
      ? !references.some(({ start }) => start === target.start)
      : !isBroken && references.length > 0;
    return isWrong ? [`references at ${offset}`] : [];
  });
}

function findAllFlaws(text: string): readonly string[] {
  const document = open(text);
  return [...findFlaws(document), ...findNameFlaws(document)];
}

for (const text of corpus) {
  test(`every feature returns a result at every offset of ${JSON.stringify(text.slice(0, 30))}`, () =>
    assert.deepEqual(findAllFlaws(text), []));
}

test('no feature fails on any damage to a job file', () => {
  fc.assert(
    fc.property(damagedTexts(corpus), (text) => assert.deepEqual(findAllFlaws(text), [])),
    { numRuns: 20 },
  );
});

/** Returns the codes of the problems, and the places of each name. */
function readMeaning(text: string): unknown {
  const document = open(text);
  const places = new Map<number, string>();
  const starts: number[] = [];
  for (let offset = 0; offset <= text.length; offset += 1) {
    const target = document.renameAt(offset);
    if (!target.ok || places.has(target.start)) continue;
    starts.push(target.start);
    places.set(
      target.start,
      document
        .references(offset)
        .map(({ start }) => start)
        .join(),
    );
  }
  const numbered = [...places.values()].map((list) => list.split(',').map((start) => starts.indexOf(Number(start))));
  return { codes: document.problems().map(({ code }) => code), numbered };
}

const names = [
  'fresh',
  'fresh name',
  '7',
  'yes',
  "it's",
  'a, b',
  'mood',
  'tone',
  'a',
  'title',
  'ü-x',
  'a: b',
  'x #y',
  '{',
  '<<',
  'null',
];

test('a rename keeps what the file means, or is refused with a reason', () => {
  const outcomes = new Set<boolean>();
  fc.assert(
    fc.property(
      fc.oneof(fc.constantFrom(...corpus), damagedTexts(corpus)),
      fc.nat(),
      fc.constantFrom(...names),
      (text, at, name) => {
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
      },
    ),
    { numRuns: 60 },
  );
  assert.deepEqual([outcomes.has(true), outcomes.has(false)], [true, true]);
});
