import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAt, shadowed, song, still } from './nameFile.ts';

/**
 * Returns the text after a rename, or why there is none. Checks that the problems are the same, apart from their
 * places.
 */
function renamedAt(marked: string, name: string): string {
  const { text, offset, document } = openAt(marked);
  const before = document.problems().map(({ code }) => code);
  const outcome = document.rename(offset, name);
  if (!outcome.ok) return outcome.message;
  const result = outcome.edits.reduceRight(
    (changed, { start, end, newText }) => changed.slice(0, start) + newText + changed.slice(end),
    text,
  );
  const { document: after } = openAt(`|${result.replaceAll('|', '||')}`);
  assert.deepEqual(
    after.problems().map(({ code }) => code),
    before,
  );
  return result;
}

const renamed: readonly (readonly [what: string, marked: string, name: string, result: string])[] = [
  [
    'a variable, with comments and layout kept',
    `vars: # words\n    sty|le:   x   # note\n${song}prompt: a \${{vars.style|upper}}\n`.replace(
      'style|upper',
      'style||upper',
    ),
    'mood',
    `vars: # words\n    mood:   x   # note\n${song}prompt: a \${{vars.mood|upper}}\n`,
  ],
  [
    'a name with a space in brackets',
    `vars: {sty|le: x}\n${song}prompt: a \${{ vars.style.x }}\ntitle: '\${{ vars.style }}'\ntags: "\${{ vars.style }}"\n`,
    'night shift',
    `vars: {night shift: x}\n${song}prompt: a \${{ vars['night shift'].x }}\ntitle: '\${{ vars["night shift"] }}'\ntags: "\${{ vars['night shift'] }}"\n`,
  ],
  [
    'a reference that is in brackets',
    `vars: {night s|hift: x}\n${song}prompt: \${{ vars['night shift'] }}\n`,
    'dawn',
    `vars: {dawn: x}\n${song}prompt: \${{ vars['dawn'] }}\n`,
  ],
  [
    'a number in brackets',
    `vars: {a|b: x}\n${song}prompt: \${{ vars.ab }}\n`,
    '007',
    `vars: {"007": x}\n${song}prompt: \${{ vars['007'] }}\n`,
  ],
  [
    'a word of YAML in quotes',
    `vars: {a|b: x}\n${song}prompt: \${{ vars.ab }}\n`,
    'yes',
    `vars: {"yes": x}\n${song}prompt: \${{ vars.yes }}\n`,
  ],
  [
    'a key that has quotes',
    `vars: {'a|b': x}\n${song}prompt: \${{ vars.ab }}\n`,
    'c',
    `vars: {'c': x}\n${song}prompt: \${{ vars.c }}\n`,
  ],
  [
    'a job with its needs',
    'jobs:\n  a|b:\n    model: sonic\n    prompt: x\n  c:\n    model: sonic\n    needs: [ab]\n    prompt: ${{ jobs.ab.title }}\n',
    'night shift',
    "jobs:\n  night shift:\n    model: sonic\n    prompt: x\n  c:\n    model: sonic\n    needs: [night shift]\n    prompt: ${{ jobs['night shift'].title }}\n",
  ],
  [
    'a job that is spelled as a number',
    'jobs:\n  1:\n    model: sonic\n    prompt: x\n  c:\n    model: sonic\n    needs: [|1]\n    prompt: ${{ jobs.1.title }}\n',
    'one',
    'jobs:\n  one:\n    model: sonic\n    prompt: x\n  c:\n    model: sonic\n    needs: [one]\n    prompt: ${{ jobs.one.title }}\n',
  ],
  [
    'an axis',
    `${still}matrix:\n  m|ood: [a, b]\n  include:\n    - {mood: c, size: 3K}\nprompt: \${{ matrix.mood }}\n`,
    'tone',
    `${still}matrix:\n  tone: [a, b]\n  include:\n    - {tone: c, size: 3K}\nprompt: \${{ matrix.tone }}\n`,
  ],
  [
    'an axis that is a variable with the name of a field',
    `${still}matrix: {si|ze: [a]}\nprompt: \${{ matrix.size }}\n`,
    'tone',
    `${still}matrix: {tone: [a]}\nprompt: \${{ matrix.tone }}\n`,
  ],
  [
    'a name with a comma, between braces',
    `vars: {a|b: x}\n${song}prompt: \${{ vars.ab }}\n`,
    'a, b',
    `vars: {"a, b": x}\n${song}prompt: \${{ vars['a, b'] }}\n`,
  ],
  [
    'an axis that a default references, to the field of a job without it',
    `gen: {defaults: {prompt: "\${{ matrix.tone }}"}}\njobs:\n  a:\n    ${song}    matrix: {to|ne: [x]}\n  b:\n    ${still}`,
    'size',
    `gen: {defaults: {prompt: "\${{ matrix.size }}"}}\njobs:\n  a:\n    ${song}    matrix: {size: [x]}\n  b:\n    ${still}`,
  ],
  ['an anchor', `x-a: &base {prompt: x}\n${song}<<: *ba|se\n`, 'all', `x-a: &all {prompt: x}\n${song}<<: *all\n`],
  ['the same name', `vars: {sty|le: x}\n${song}prompt: x\n`, ' style ', `vars: {style: x}\n${song}prompt: x\n`],
];

for (const [what, marked, name, result] of renamed) {
  test(`rename of ${what}`, () => assert.equal(renamedAt(marked, name), result));
}

const unwritable = 'This name cannot be written everywhere';

const refused: readonly (readonly [what: string, marked: string, name: string, start: string])[] = [
  ['an empty name', `vars: {a|b: x}\n${song}prompt: x\n`, ' ', 'A name must have'],
  ['a name of two lines', `vars: {a|b: x}\n${song}prompt: x\n`, 'a\nb', 'A name must be one line'],
  ['an existing variable', `vars: {a|b: x, c: y}\n${song}prompt: x\n`, 'c', 'There is already a variable "c"'],
  [
    'a variable that a job has',
    shadowed.replace('mood: dark', 'to|ne: dark'),
    'mood',
    'There is already a variable "mood"',
  ],
  [
    'a variable of a file',
    `vars:\n  - file://./brand.vars.yaml\n  - a|b: x\n${song}prompt: x\n`,
    'style',
    'There is already a variable "style"',
  ],
  [
    'a name that is missing so far',
    `vars: {a|b: x}\n${song}prompt: \${{ vars.c }}\n`,
    'c',
    'There is already a variable "c"',
  ],
  [
    'an existing job',
    'jobs:\n  |a: {model: sonic, prompt: x}\n  b: {model: sonic, prompt: x}\n',
    'b',
    'There is already a job "b"',
  ],
  [
    'an existing axis',
    `${still}matrix:\n  |a: [x]\n  b: [y]\nprompt: \${{ matrix.a }} \${{ matrix.b }}\n`,
    'b',
    'The matrix already has "b"',
  ],
  [
    'an axis that sets a field',
    `${still}prompt: x\nmatrix:\n  si|ze: [2K, 3K]\n`,
    'foo',
    'This axis sets the field "size"',
  ],
  [
    'an axis that would set a field',
    `${still}prompt: x\nmatrix:\n  mo|od: [a, b]\n`,
    'size',
    'The model has a field "size"',
  ],
  [
    'a word of the matrix',
    `${still}matrix:\n  |a: [x]\nprompt: \${{ matrix.a }}\n`,
    'include',
    '"include" is a reserved',
  ],
  [
    'a name of another file',
    `vars: file://./brand.vars.yaml\n${song}prompt: \${{ vars.st|yle }}\n`,
    'x',
    '"style" is defined in ./brand.vars.yaml',
  ],
  ['a name that is not defined', `${song}prompt: \${{ vars.st|yle }}\n`, 'x', '"style" is not defined'],
  [
    'a name after escapes',
    `vars: {a|b: x}\n${song}prompt: "\${{ vars[\\"ab\\"] }}"\n`,
    'c',
    'An expression that references "ab"',
  ],
  ['a name with both kinds of quotes', `vars: {a|b: x}\n${song}prompt: \${{ vars.ab }}\n`, `"it's"`, unwritable],
  ['a name with the quotes around it', `vars: {a|b: x}\n${song}prompt: "\${{ vars.ab }}"\n`, 'a "b"', unwritable],
  ['a name that needs the quotes around it', `vars: {a|b: x}\n${song}prompt: "\${{ vars.ab }}"\n`, `it's`, unwritable],
  ['an anchor with a space', `x-a: &ba|se {prompt: x}\n${song}<<: *base\n`, 'all jobs', unwritable],
  [
    'a name that plain text cannot contain',
    `vars: {a|b: x}\n${song}prompt: \${{ vars.ab }}\n`,
    'a #b',
    'With this name the file',
  ],
  [
    'a name that decides the value of a field',
    `jobs:\n  |2K:\n    ${still}    prompt: x\n    size: \${{ job.id }}\n`,
    'x',
    'With this name the file',
  ],
  [
    'a name that a default would find in another job',
    `gen: {defaults: {tags: "\${{ matrix.tone | default('x') }}"}}\njobs:\n  a:\n    ${song}    prompt: x\n    matrix: {to|ne: [x]}\n  b:\n    ${song}    prompt: \${{ matrix.mood }}\n    matrix: {mood: [y]}\n`.replace(
      'tone | ',
      'tone || ',
    ),
    'mood',
    'With this name the file',
  ],
  ['broken YAML', `vars: {a|b: x}\n${song}prompt: "x\n`, 'c', 'Line 3 is not valid YAML'],
  ['no name at all', 'mod|el: sonic\n', 'c', 'Only variables, axes'],
];

for (const [what, marked, name, start] of refused) {
  test(`no rename to or of ${what}`, () => assert.equal(renamedAt(marked, name).slice(0, start.length), start));
}

test('only the name itself can be renamed', () => {
  const { text, offset, document } = openAt(`vars: {style: x}\n${song}prompt: \${{ vars['sty|le'] }}\n`);
  const target = document.renameAt(offset);
  assert.deepEqual(target.ok && [target.name, text.slice(target.start, target.end)], ['style', "'style'"]);
});

test('a rename that is not possible is refused with a reason before the user types', () => {
  const reasonAt = (marked: string): string => {
    const { offset, document } = openAt(marked);
    const target = document.renameAt(offset);
    return target.ok ? '' : target.message;
  };
  assert.match(reasonAt('mod|el: sonic\n'), /^Only variables, axes, jobs and anchors/);
  assert.match(reasonAt(`vars: {a|b: x}\n${song}prompt: "x\n`), /^Line 3 is not valid YAML/);
});
