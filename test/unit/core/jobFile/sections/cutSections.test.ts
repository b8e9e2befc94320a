import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutSections } from '../../../../../src/core/jobFile/sections/cutSections.ts';

/** Returns sections as `kind: text`. Null if the text cannot be cut. */
function cut(text: string): readonly string[] | null {
  const sections = cutSections(text);
  return sections && sections.map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`);
}

const manyLines = `a: 1${'\n'.repeat(49_999)}`;

const cases: readonly (readonly [what: string, text: string, sections: readonly string[] | null])[] = [
  ['two keys', 'a: 1\nb: 2\n', ['key: a: 1\n', 'key: b: 2\n']],
  ['no line break at the end', 'a: 1\nb: 2', ['key: a: 1\n', 'key: b: 2']],
  ['a comment first', '# x\n\na: 1\n', ['preamble: # x\n\n', 'key: a: 1\n']],
  ['a comment between two keys', 'a: 1\n# x\nb: 2\n', ['key: a: 1\n# x\n', 'key: b: 2\n']],
  ['a byte order mark', '\ufeffa: 1\n', ['preamble: \ufeff', 'key: a: 1\n']],
  ['a value on several lines', 'a:\n  b: 1\n  c: 2\nd: 3\n', ['key: a:\n  b: 1\n  c: 2\n', 'key: d: 3\n']],
  ['a list in the column of its key', 'a:\n- b\n- c\nd: 1\n', ['key: a:\n- b\n- c\n', 'key: d: 1\n']],
  ['a quoted key', '"a b": 1\n\'c\': 2\n', ['key: "a b": 1\n', "key: 'c': 2\n"]],
  ['a key without a value', 'a:\nb:\n', ['key: a:\n', 'key: b:\n']],
  ['Windows line breaks', 'a: 1\r\nb: 2\r\n', ['key: a: 1\r\n', 'key: b: 2\r\n']],
  ['a word without a colon', 'a: 1\nword\nb: 2\n', ['key: a: 1\nword\n', 'key: b: 2\n']],
  ['a URL', 'a: 1\nhttps://x\n', ['key: a: 1\nhttps://x\n']],

  ['jobs', 'jobs:\n  a:\n    b: 1\n  c: {}\n', ['jobs: jobs:\n', 'job:   a:\n    b: 1\n', 'job:   c: {}\n']],
  ['jobs with a comment', 'jobs: # x\n  a: {}\n', ['jobs: jobs: # x\n', 'job:   a: {}\n']],
  [
    'jobs between other keys',
    'a: 1\njobs:\n  b: {}\noutput: c\n',
    ['key: a: 1\n', 'jobs: jobs:\n', 'job:   b: {}\n', 'key: output: c\n'],
  ],
  [
    'comments above jobs',
    'jobs:\n  # x\n  a: {}\n  # y\n  b: {}\n',
    ['jobs: jobs:\n  # x\n', 'job:   a: {}\n  # y\n', 'job:   b: {}\n'],
  ],
  [
    'a line that is indented less than the jobs',
    'jobs:\n    a: {}\n  b: {}\n    c: {}\n',
    ['jobs: jobs:\n', 'job:     a: {}\n  b: {}\n', 'job:     c: {}\n'],
  ],
  ['jobs in braces', 'jobs: {a: {}}\nb: 1\n', ['key: jobs: {a: {}}\n', 'key: b: 1\n']],
  ['jobs as a list', 'jobs:\n  - a\nb: 1\n', ['key: jobs:\n  - a\n', 'key: b: 1\n']],
  ['jobs with nothing below', 'jobs:\nb: 1\n', ['key: jobs:\n', 'key: b: 1\n']],
  ['jobs with nothing below at the end', 'b: 1\njobs:\n', ['key: b: 1\n', 'key: jobs:\n']],
  ['a key that only starts like jobs', 'jobs2:\n  a: {}\n', ['key: jobs2:\n  a: {}\n']],

  ['50000 lines', manyLines, [`key: ${manyLines}`]],
  ['50001 lines', `${manyLines}\n`, null],
  ['nothing', '', null],
  ['only comments', '# a\n', null],
  ['a list', '- a\n', null],
  ['an indented root', '  a: 1\n', null],
  ['a root in braces', '{a: 1}\n', null],
  ['a start of a document', '---\na: 1\n', null],
  ['an end of a document', 'a: 1\n...\n', null],
  ['jobs twice', 'jobs:\n  a: {}\njobs:\n  b: {}\n', null],
  ['a tab on an empty line before a key', 'a: 1\n\t\nb: 2\nc: 3\n', ['key: a: 1\n\t\nb: 2\n', 'key: c: 3\n']],
];

for (const [what, text, sections] of cases) {
  test(`${what}: ${sections ? `cut into ${sections.length}` : 'not cut'}`, () => assert.deepEqual(cut(text), sections));
}
