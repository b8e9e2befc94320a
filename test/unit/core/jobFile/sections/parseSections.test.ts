import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isError } from '../../../../../src/core/jobFile/problem.ts';
import {
  placeSections,
  type FileSyntax,
  parseSections,
} from '../../../../../src/core/jobFile/sections/parseSections.ts';
import { parseSyntax } from '../../../../../src/core/jobFile/syntax/parseSyntax.ts';
import { damagedTexts, readCorpus } from '../../../../support/corpus.ts';
import * as fc from '../../../../support/fastCheck.ts';

const corpus = readCorpus().map(({ text }) => text);

function read(text: string): FileSyntax {
  return parseSections(text, placeSections(text, []));
}

/**
 * If a later section contains another quote, the library takes such a quote for a closing one, and misses the error.
 */
const escapedQuoteAtEnd = /\\"\s*$/m;

/** The library reads the value after such a comment on into the next key, and reports an error there. */
const commentUnderKey = /:[^\n]*\n\s*#/;

/** Checks that reading by sections has the outcome of reading the whole, except for two mistakes of the library. */
function compareWithWhole(text: string): void {
  const whole = parseSyntax(text);
  const { root, syntaxProblems } = read(text);
  const [isWrong, isFoundWrong] = [whole.problems, syntaxProblems].map((problems) => problems.some(isError));
  if (isWrong && !isFoundWrong) assert.match(text, commentUnderKey, 'an error is lost');
  else if (isFoundWrong && !isWrong) assert.match(text, escapedQuoteAtEnd, 'an error is new');
  else if (!isWrong) assert.deepEqual([root, syntaxProblems], [whole.root, whole.problems]);
}

test('parsed by sections, a corpus is the same as parsed as a whole', () => {
  for (const text of corpus) compareWithWhole(text);
});

const borders: readonly (readonly [what: string, text: string])[] = [
  ['a blank line with a tab above a key', 'a: # note\n\t\nb: x\n'],
  ['a line separator above the first key', '\u2028\nmodel: sonic\nprompt: x\n'],
  ['a comment after an empty value at the end', 'jobs:\n  a: {b: c}\n  d:\n    e:\n  # note\n'],
  ['an escaped quote at the end of a section', 'a: "b \\"\nc: d\n'],
  ['an anchor in one section and its alias in another', 'a: &x [1]\nb: *x\n'],
  ['a key that is merged into the root', 'a: {c: 1}\nb: 2\n<<: {b: 3, d: 4}\n'],
  ['a quote that is open below a key without a colon', 'a: b\n? c\n- "d\ne: f\n'],
  ['an anchor below another key', 'a: b\nc: &d e\n'],
  ['a list in the column of its key', 'a:\n- b: c\n- d\ne: f\n'],
];

/** Roots of every form. Some are read as a whole. */
const roots: readonly string[] = [
  'a: 1\nb: 2\n', 'a: 1\nb: 2', '# x\n\na: 1\n', 'a: 1\n# x\nb: 2\n', '\ufeffa: 1\n', 'a:\n  b: 1\n  c: 2\nd: 3\n',
  '"a b": 1\n\'c\': 2\n', 'a:\nb:\n', 'a: 1\r\nb: 2\r\n', 'a: 1\nword\nb: 2\n', 'a: 1\nhttps://x\n', '', '# a\n', '- a\n',
  'jobs:\n  a:\n    b: 1\n  c: {}\n', 'jobs: # x\n  a: {}\n', 'a: 1\njobs:\n  b: {}\noutput: c\n',
  'jobs:\n  # x\n  a: {}\n  # y\n  b: {}\n', 'jobs:\n    a: {}\n  b: {}\n    c: {}\n', 'jobs: {a: {}}\nb: 1\n', '  a: 1\n',
  'jobs:\n  - a\nb: 1\n', 'jobs:\nb: 1\n', 'b: 1\njobs:\n', 'jobs2:\n  a: {}\n', '{a: 1}\n', '---\na: 1\n', 'a: 1\n...\n',
  'jobs:\n  a: {}\njobs:\n  b: {}\n', 'jobs: {a: 1}\njobs:\n  b: {}\n', 'a: 1\n\t\nb: 2\nc: 3\n', `a: 1${'\n'.repeat(50_000)}`,
]; // prettier-ignore

test('every form of a root is parsed as in the whole', () => {
  for (const text of roots) compareWithWhole(text);
});

for (const [what, text] of borders) test(`${what} is parsed as in the whole`, () => compareWithWhole(text));

test('a comment in the first column may be below a key', () => {
  const { syntaxProblems } = read('model: sonic\nprompt:\n# the harbor\n  late\n  light\ntags: a\n');
  assert.deepEqual(syntaxProblems, []);
});

const mistakes: readonly (readonly [what: string, text: string, pattern: RegExp, codes: readonly string[]])[] = [
  [
    'an empty block scalar below a comment',
    'model: sonic\nprompt:\n\n# the harbor\n  |\ntags: a\n',
    commentUnderKey,
    [],
  ],
  ['a quote that is open above another one', 'a: "b \\"\nc: "d"\n', escapedQuoteAtEnd, ['yaml-syntax']],
];

for (const [what, text, pattern, codes] of mistakes) {
  test(`${what} is parsed correctly only by sections`, () => {
    assert.match(text, pattern);
    assert.deepEqual(
      read(text).syntaxProblems.map(({ code }) => code),
      codes,
    );
    assert.equal(parseSyntax(text).problems.some(isError), codes.length === 0);
  });
}

test('parsing by sections finds an error exactly if parsing the whole does', () => {
  fc.assert(fc.property(damagedTexts(corpus), compareWithWhole), { numRuns: 3_000 });
});

test('the limit of aliases applies to the file, however they are distributed', () => {
  const job = (id: number): string => {
    const aliases = Array.from({ length: 100 }, () => `*a${id}`).join(', ');
    return `  j${id}: {model: sonic, prompt: x, request: {x: &a${id} [1, 2], y: [${aliases}]}}\n`;
  };
  const codesOf = (count: number): readonly string[] => {
    const text = `jobs:\n${Array.from({ length: count }, (_, id) => job(id)).join('')}`;
    return parseSections(text, placeSections(text, [])).syntaxProblems.map(({ code }) => code);
  };
  assert.deepEqual([codesOf(16), codesOf(17)], [[], ['too-many-aliases']]);
});
