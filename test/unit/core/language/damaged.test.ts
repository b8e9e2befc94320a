import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyEdits } from '../../../../src/core/language/edits/applyEdits.ts';
import { createLanguageService, type DocumentFiles } from '../../../../src/core/language/index.ts';
import { damagedTexts } from '../../../support/corpus.ts';
import * as fc from '../../../support/fastCheck.ts';

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

/** Finds what no result may be, whatever the text. Empty if all is well. */
function findFlaws(text: string): readonly string[] {
  const document = service.open('hero.gen.yaml', text);
  const whole = { start: 0, end: text.length };
  const isSane = ({ start, end }: { readonly start: number; readonly end: number }): boolean =>
    0 <= start && start <= end && end <= text.length;
  const lists = {
    folds: document.folds(),
    links: document.links(),
    colors: document.colors(),
    tokens: document.tokens(whole),
  };
  // In a file that cannot be read, no name can be changed.
  const isBroken = document.problems().some(({ code }) => code === 'yaml-syntax');
  const flaws = Object.entries(lists).flatMap(([name, list]) => (list.every(isSane) ? [] : [name]));
  if (document.inlays(whole).some(({ offset }) => offset < 0 || offset > text.length)) flaws.push('inlays');
  for (let offset = 0; offset <= text.length; offset += 1) {
    const hover = document.hover(offset);
    if (hover && (!isSane(hover) || hover.start > offset || hover.end < offset || hover.markdown === ''))
      flaws.push(`hover ${offset}`);
    if (!document.definition(offset).every((each) => each.path !== undefined || isSane(each)))
      flaws.push(`definition ${offset}`);
    const target = document.renameAt(offset);
    if (target.ok && (!isSane(target) || target.start > offset || target.end < offset))
      flaws.push(`renameAt ${offset}`);
    const references = document.references(offset);
    if (target.ok ? !references.some(({ start }) => start === target.start) : !isBroken && references.length > 0)
      flaws.push(`references ${offset}`);
  }
  return flaws;
}

for (const text of corpus) {
  test(`every feature returns a result at every offset of ${JSON.stringify(text.slice(0, 30))}`, () =>
    assert.deepEqual(findFlaws(text), []));
}

test('no feature fails on any damage to a job file', () => {
  fc.assert(
    fc.property(damagedTexts(corpus), (text) => assert.deepEqual(findFlaws(text), [])),
    { numRuns: 20 },
  );
});

/** Returns the codes of the problems, and the places of each name. */
function readMeaning(text: string): unknown {
  const document = service.open('hero.gen.yaml', text);
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
        const document = service.open('hero.gen.yaml', text);
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
