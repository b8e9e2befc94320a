import assert from 'node:assert/strict';
import { test } from 'node:test';
import { select } from './tryActions.ts';

const image = 'model: seedream-5-0-260128\n';
const line = 'a'.repeat(119);

/** The selection, and the text after the action. Null if it is not offered. */
const rows: readonly (readonly [title: string, marked: string, after: string | null])[] = [
  ['Extract to variable', `${image}prompt: "‹A› cat"\n`, `vars:\n  a: A\n${image}prompt: "\${{ vars.a }} cat"\n`],
  ['Extract to variable', `${image}prompt: ‹"A cat"›\n`, null],
  [
    'Extract to variable',
    `${image}prompt: \${{ job.name }}‹cat› x\n`,
    `vars:\n  cat: cat\n${image}prompt: \${{ job.name }}\${{ vars.cat }} x\n`,
  ],
  ['Extract to variable', `${image}prompt: "A ‹cat›\n`, null],
  ['Extract to variable', `vars: one ‹two› three\n${image}`, null],
  ['Extract to variable', `x-a: &a {vars: {x: y}}\n<<: *a\n${image}prompt: A ‹soft› cat\n`, null],
  ['Extract to variable', `${image}prompt: ‹|\n  A› cat\n`, null],
  ['Extract to variable', `${image}prompt: ‹ ›cat\n`, null],
  ['Extract to variable', '{model: sonic, prompt: A ‹cat›}\n', null],
  ['Extract to variable', `${image}prompt: file://‹a›.md\n`, null],
  ['Inline the value of "a"', `vars: {a: soft}\n${image}matrix: {a: [x]}\nprompt: A \${{ mat‹›rix.a }} cat\n`, null],
  ['Inline the value of "a"', `vars: {a: {b: c}}\n${image}prompt: A \${{ va‹›rs.a.b }} cat\n`, null],
  ['Inline the value of "a"', `vars: {a: ~}\n${image}prompt: A \${{ va‹›rs.a }} cat\n`, null],
  ['Inline the value of "a"', `vars: {a: file://./brief.md}\n${image}prompt: A \${{ va‹›rs.a }} cat\n`, null],
  [
    'Inline the value of "a"',
    `vars: {a: soft}\n${image}prompt: |\n  A \${{ va‹›rs.a }} cat\n`,
    `vars: {a: soft}\n${image}prompt: |\n  A soft cat\n`,
  ],
  ['Inline the value of "a"', `vars: {a: ""}\n${image}prompt: |\n  A \${{ va‹›rs.a }} cat\n`, null],
  ['Inline the value of "a"', `vars:\n  a: |\n    one\n    two\n${image}prompt: |\n  A \${{ va‹›rs.a }} cat\n`, null],
  [
    'Inline the value of "a"',
    'vars:\n  a: one, two\njobs: {x: {model: sonic, prompt: "${{ va‹›rs.a }}"}}\n',
    'vars:\n  a: one, two\njobs: {x: {model: sonic, prompt: "one, two"}}\n',
  ],
  [
    'Inline the value of "a"',
    'vars:\n  a: soft\njobs: {x: {model: sonic, prompt: "${{ va‹›rs.a }}"}}\n',
    'vars:\n  a: soft\njobs: {x: {model: sonic, prompt: soft}}\n',
  ],
  [
    'Inline the value of "a"',
    'vars:\n  a: "one, two"\njobs: {x: {model: sonic, prompt: "${{ va‹›rs.a }}"}}\n',
    'vars:\n  a: "one, two"\njobs: {x: {model: sonic, prompt: "one, two"}}\n',
  ],
  [
    'Inline the value of "a"',
    `vars:\n  a: one\n    two\n${image}prompt: \${{ va‹›rs.a }}\n`,
    `vars:\n  a: one\n    two\n${image}prompt: |-\n  one two\n`,
  ],
  [
    'Inline the value of "a"',
    `vars:\n  a: |\n    one\n    two\n${image}prompt: \${{ va‹›rs.a }} # note\n`,
    `vars:\n  a: |\n    one\n    two\n${image}prompt: "one\\ntwo\\n" # note\n`,
  ],
  ['Convert to one line', `${image}prompt: |-\n  ‹›${line}a\n`, `${image}prompt: ${line}a\n`],
  ['Convert to one line', `${image}prompt: |-\n  ‹›${line}aa\n`, `${image}prompt: ${line}aa\n`],
];

for (const [title, marked, after] of rows) {
  test(`"${title}" at ${JSON.stringify(marked.slice(-45))} ${after === null ? 'is not offered' : 'writes the same text'}`, () => {
    assert.equal(select(marked, title).fixed, after);
  });
}
