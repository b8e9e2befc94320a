import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyAction, describeProblems, offer, open, planOf, select } from './tryActions.ts';

const image = 'model: seedream-5-0-260128\n';
const wrap = 'Wrap at 80 columns in a folded block scalar (">")';
const join = 'Join the wrapped lines in a block scalar ("|")';
/** Ten words of seven columns, with the spaces after them, and two more. */
const words = 'ferries '.repeat(10);
const sea = '海上的渡轮，'.repeat(4);

/** The selected action, the text before and the text after it. Null if the action is not offered. */
const cases: readonly (readonly [title: string, marked: string, after: string | null])[] = [
  [
    'Convert to a block scalar ("|")',
    `${image}prompt: "A ca‹›t: \\"Tom\\"" # him\nsize: 2K\n`,
    `${image}prompt: |- # him\n  A cat: "Tom"\nsize: 2K\n`,
  ],
  [
    'Convert to a block scalar ("|")',
    `jobs:\n  a:\n    model: sonic\n    prompt: 'one\n\n      two ‹›three'\n`,
    `jobs:\n  a:\n    model: sonic\n    prompt: |-\n      one\n      two three\n`,
  ],
  [
    'Convert to a block scalar ("|")',
    `model: claude-sonnet-4-5\nmessages:\n  - role: user\n    content: Tell ‹›me\n`,
    `model: claude-sonnet-4-5\nmessages:\n  - role: user\n    content: |-\n      Tell me\n`,
  ],
  ['Convert to a block scalar ("|")', `{model: sonic, prompt: a ‹›b}\n`, null],
  ['Convert to a block scalar ("|")', `${image}prompt: " bl‹›ank first"\n`, null],
  ['Convert to a block scalar ("|")', `${image}prompt: "a\\rb ‹›c"\n`, null],
  ['Convert to a block scalar ("|")', `x-note: a ‹›b\n${image}prompt: x\n`, null],
  ['Convert to a block scalar ("|")', `$schema: a ‹›b\n${image}prompt: x\n`, null],
  ['Convert to a block scalar ("|")', `gen:\n  name: a ‹›b\n${image}prompt: x\n`, null],
  ['Convert to a block scalar ("|")', 'jobs:\n  a: one ‹›two\n', null],
  ['Convert to a block scalar ("|")', 'jobs: one ‹›two\n', null],
  [
    'Convert to a block scalar ("|")',
    `${image}prompt: A \${{ job.name }} ca‹›t $\${{ x }}\n`,
    `${image}prompt: |-\n  A \${{ job.name }} cat $\${{ x }}\n`,
  ],
  [
    wrap,
    `${image}prompt: ‹›${'cat '.repeat(30)}end\n`,
    `${image}prompt: >-\n  ${'cat '.repeat(20).trim()}\n  ${'cat '.repeat(10)}end\n`,
  ],
  [
    wrap,
    `${image}prompt: ‹›${'a'.repeat(39)} ${'b'.repeat(40)} c\n`,
    `${image}prompt: >-\n  ${'a'.repeat(39)} ${'b'.repeat(40)}\n  c\n`,
  ],
  [wrap, `${image}prompt: ‹›${'a'.repeat(39)} ${'b'.repeat(40)}\n`, null],
  [
    wrap,
    `${image}prompt: |  # note\n  ‹›${words}and boats\n# end\nsize: 2K\n`,
    `${image}prompt: >  # note\n  ${words.trim()}\n  and boats\n# end\nsize: 2K\n`,
  ],
  [
    wrap,
    `${image}prompt: |\n    ${words}and boats\n\n    ‹›at night\n`,
    `${image}prompt: >\n    ${words.trim()}\n    and boats\n\n\n    at night\n`,
  ],
  [wrap, `${image}prompt: >-\n  ${words}and b‹›oats\n`, `${image}prompt: >-\n  ${words.trim()}\n  and boats\n`],
  [wrap, `${image}prompt: >-\n  ${words.trim()}\n  and b‹›oats\n`, null],
  [wrap, `${image}prompt: "‹›  ${words}and boats"\n`, null],
  [wrap, `${image}prompt: ‹›${sea} ${sea} end\n`, `${image}prompt: >-\n  ${sea}\n  ${sea} end\n`],
  [wrap, `${image}prompt: ‹›${sea}${sea}${sea}\n`, null],
  [
    wrap,
    `${image}prompt: ‹›${'a'.repeat(70)} \${{ job.name | upper }}\n`,
    `${image}prompt: >-\n  ${'a'.repeat(70)}\n  \${{ job.name | upper }}\n`,
  ],
  [join, `${image}prompt: > # note\n  one\n  t‹›wo\n\n  three\n`, `${image}prompt: | # note\n  one two\n  three\n`],
  ['Convert to one line', `${image}prompt: >-\n  one\n  t‹›wo\n`, `${image}prompt: one two\n`],
  [
    'Convert to one line',
    `${image}prompt: |- # note\n  A ca‹›t\nsize: 2K\n`,
    `${image}prompt: A cat # note\nsize: 2K\n`,
  ],
  ['Convert to one line', `${image}prompt: |\n  A ca‹›t\n`, `${image}prompt: "A cat\\n"\n`],
  ['Convert to one line', `${image}prompt: |-‹›\nsize: 2K\n`, null],
  ['Convert to one line', `${image}prompt: |\n  A ca‹›t\n  and a dog\n`, null],
  [
    'Extract to variable',
    `${image}prompt: A cat in ‹soft watercolor› style\n`,
    `vars:\n  soft_watercolor: soft watercolor\n${image}prompt: A cat in \${{ vars.soft_watercolor }} style\n`,
  ],
  [
    'Extract to variable',
    `vars: {soft: x}\n${image}prompt: |\n  A cat, ‹soft›, \${{ vars.soft }}\n`,
    `vars: {soft: x, soft_2: soft}\n${image}prompt: |\n  A cat, \${{ vars.soft_2 }}, \${{ vars.soft }}\n`,
  ],
  [
    'Extract to variable',
    `vars:\n  a: b\njobs:\n  one:\n    ${image.trim()}\n    prompt: ‹A cat: big›\n    vars:\n      c: d\n`.replace(
      'A cat: big',
      'A cat',
    ),
    `vars:\n  a: b\njobs:\n  one:\n    ${image.trim()}\n    prompt: \${{ vars.a_cat }}\n    vars:\n      c: d\n      a_cat: A cat\n`,
  ],
  [
    'Extract to variable',
    `${image}prompt: "say ‹12› times"\n`,
    `vars:\n  text: "12"\n${image}prompt: "say \${{ vars.text }} times"\n`,
  ],
  [
    'Extract to variable',
    `vars: file://./brand.vars.yaml\n${image}prompt: A ‹soft› cat\n`,
    `vars: [file://./brand.vars.yaml, { soft: soft }]\n${image}prompt: A \${{ vars.soft }} cat\n`,
  ],
  ['Extract to variable', `vars: >-\n  file://./brand.vars.yaml\n${image}prompt: A ‹soft› cat\n`, null],
  ['Extract to variable', `${image}prompt: A \${{ job.‹name› }} cat\n`, null],
  ['Extract to variable', `${image}prompt: A ‹›cat\n`, null],
  ['Extract to variable', `${image}prompt: "A \\"‹cat\\" an›d"\n`, null],
  ['Extract to variable', `${image}prompt: A cat for $‹five›\n`, null],
  [
    'Inline the value of "a"',
    `vars: {a: soft}\n${image}prompt: A \${{ va‹›rs.a }} cat\n`,
    `vars: {a: soft}\n${image}prompt: A soft cat\n`,
  ],
  [
    'Inline the value of "a"',
    `vars: {a: "x: y"}\n${image}prompt: A \${{ va‹›rs.a }} cat\n`,
    `vars: {a: "x: y"}\n${image}prompt: "A x: y cat"\n`,
  ],
  [
    'Inline the value of "a"',
    `vars: {a: 5}\n${image}prompt: x\nseed: \${{ va‹›rs.a }}\n`,
    `vars: {a: 5}\n${image}prompt: x\nseed: 5\n`,
  ],
  [
    'Inline the value of "a"',
    `vars:\n  a: |\n    one\n    two\n${image}prompt: \${{ va‹›rs.a }}\n`,
    `vars:\n  a: |\n    one\n    two\n${image}prompt: |\n  one\n  two\n`,
  ],
  [
    'Inline the value of "a"',
    `vars: {a: "it's"}\n${image}prompt: 'A \${{ va‹›rs.a }} cat'\n`,
    `vars: {a: "it's"}\n${image}prompt: 'A it''s cat'\n`,
  ],
  ['Inline the value of "a"', `vars: {a: b}\n${image}prompt: \${{ va‹›rs.a | upper }}\n`, null],
  [
    'Make "size" an axis of the matrix',
    `${image}prompt: x\nsize: 2‹›K # wide\n`,
    `${image}prompt: x\nsize: \${{ matrix.size }} # wide\nmatrix:\n  size: [2K]\n`,
  ],
  [
    'Make "size" an axis of the matrix',
    `jobs:\n  a:\n    ${image.trim()}\n    prompt: x\n    matrix: {seed: [1, 2]}\n    size: ‹›2K\n`,
    `jobs:\n  a:\n    ${image.trim()}\n    prompt: x\n    matrix: {seed: [1, 2], size: [2K]}\n    size: \${{ matrix.size }}\n`,
  ],
  [
    'Make "seed" an axis of the matrix',
    `{model: seedream-5-0-260128, prompt: x, seed: ‹›5}\n`,
    `{model: seedream-5-0-260128, prompt: x, seed: "\${{ matrix.seed }}", matrix: {seed: [5]}}\n`,
  ],
  [
    'Convert the file to "jobs"',
    `# top\n${image}# two\nprompt: |\n  A ‹›cat\n\n  dog\nsize: 2K # end\n# after\n`,
    `# top\njobs:\n  hero:\n    model: seedream-5-0-260128\n    # two\n    prompt: |\n      A cat\n\n      dog\n    size: 2K # end\n# after\n`,
  ],
  [
    'Convert the file to "jobs"',
    `gen: {repeat: 2}\n${image}vars:\n  a: b\nprompt: \${{ vars.a }}‹›\n`,
    `gen: {repeat: 2}\nvars:\n  a: b\njobs:\n  hero:\n    model: seedream-5-0-260128\n    prompt: \${{ vars.a }}\n`,
  ],
  [
    'Convert to a block scalar ("|")',
    `jobs:\n  a b: {model: sonic, prompt: x}\n  c:\n    model: sonic\n    prompt: y\n    needs: a ‹›b\n`,
    null,
  ],
  ['Make "prompt" an axis of the matrix', `${image}prompt: A \${{ job.name }} ‹›cat\n`, null],
  ['Convert the file to "jobs"', 'jobs: lat‹›er\n', null],
  ['Convert the file to "jobs"', `${image}vars: {a: &x y}\nprompt: *x‹›\n`, null],
  ['Convert the file to "jobs"', `${image}prompt: "‹›\${{ job.name }}"\n`, null],
];

for (const [title, marked, after] of cases) {
  test(`"${title}" at ${JSON.stringify(marked.slice(-70))} ${after === null ? 'is not offered' : 'keeps the requests'}`, () => {
    const { text, fixed } = select(marked, title);
    assert.equal(fixed, after);
    if (fixed === null) return;
    assert.deepEqual(planOf(fixed), planOf(text));
    assert.deepEqual(describeProblems(fixed), describeProblems(text));
  });

  test(`"${title}" at ${JSON.stringify(marked.slice(-70))} keeps other line breaks`, () => {
    const crlf = (lines: string): string => lines.replaceAll('\n', '\r\n');
    assert.equal(select(crlf(marked), title).fixed, after === null ? null : crlf(after));
  });
}

const additions: typeof cases = [
  [
    'Make one request for each line',
    `${image}prompt: |\n  - A ‹›cat\n  - A dog, "big"\n`,
    `${image}prompt: \${{ matrix.prompt }}\nmatrix:\n  prompt: ["A cat", 'A dog, "big"']\n`,
  ],
  [
    'Make one request for each item',
    `${image}prompt: x\nimages:\n  - https://a.ex‹›ample/a\n  - https://a.example/b\nseed: 5\n`,
    `${image}prompt: x\nimages: ["\${{ matrix.images }}"]\nseed: 5\nmatrix:\n  images: ["https://a.example/a", "https://a.example/b"]\n`,
  ],
  [
    'Make one request for each item',
    `${image}prompt: x\nimages: [https://a.ex‹›ample/a.png, https://a.example/b.png]\n`,
    `${image}prompt: x\nimages: ["\${{ matrix.images }}"]\nmatrix:\n  images: ["https://a.example/a.png", "https://a.example/b.png"]\n`,
  ],
];

/** As long as a line of a matrix may be. */
const long = ['a'.repeat(36), 'b'.repeat(36)];
const longer = ['a'.repeat(37), 'b'.repeat(36)];

const axes: typeof cases = [
  [
    'Make one request for each line',
    `${image}prompt: |\n  A ‹›${long.join('\n  ')}\n`.replace('A ', ''),
    `${image}prompt: \${{ matrix.prompt }}\nmatrix:\n  prompt: ["${long.join('", "')}"]\n`,
  ],
  [
    'Make one request for each line',
    `${image}prompt: |\n  ‹›${longer.join('\n  ')}\n`,
    `${image}prompt: \${{ matrix.prompt }}\nmatrix:\n  prompt:\n    - "${longer.join('"\n    - "')}"\n`,
  ],
  [
    'Make "prompt" an axis of the matrix',
    `${image}prompt: |\n  - A ‹›cat\n`,
    `${image}prompt: \${{ matrix.prompt }}\nmatrix:\n  prompt: ["- A cat\\n"]\n`,
  ],
  ['Make "size" an axis of the matrix', `${image}prompt: x\nmatrix: {size: [2K]}\nsize: 3‹›K\n`, null],
  ['Make "siez" an axis of the matrix', `${image}prompt: x\nsiez: 3‹›K\n`, null],
  ['Make one request for each item', `${image}prompt: x\nimages: [https://a.ex‹›ample/a]\n`, null],
];

for (const [title, marked, after] of axes) {
  test(`"${title}" at ${JSON.stringify(marked.slice(-50))} writes ${after === null ? 'nothing' : 'an axis'}`, () => {
    assert.equal(select(marked, title).fixed, after);
  });
}

for (const [title, marked, after] of additions) {
  test(`"${title}" at ${JSON.stringify(marked.slice(-70))} makes as many requests`, () => {
    const { text, fixed } = select(marked, title);
    assert.equal(fixed, after);
    assert.deepEqual(
      describeProblems(after ?? '').filter((each) => !describeProblems(text).includes(each)),
      [],
    );
    assert.equal((planOf(after ?? '') as { bodies: unknown[] }).bodies.length, 2);
  });
}

test('the name to enter is selected in the declaration of the new variable, and of the new job', () => {
  const named = [`${image}prompt: A ‹soft› cat\n`, `${image}prompt: A ‹›cat\n`].map((marked) => {
    const { text, actions } = offer(marked);
    const action = actions.find(({ renameAt }) => renameAt !== undefined);
    return action && applyAction(text, action).slice(action.renameAt, (action.renameAt ?? 0) + 5);
  });

  assert.deepEqual(named, ['soft:', 'hero:']);
});

test('a rewriting that fixes a problem is offered once, and none for a key that must not be written', () => {
  const titles = (text: string, word: string): readonly string[] => {
    const start = text.indexOf(word);
    return open(text)
      .actions({ start, end: start + word.length })
      .map(({ title }) => title);
  };
  assert.deepEqual(
    [
      titles('model: sonic\nprompt: x\ntags: [calm, slow]\n', '[calm').slice(0, 3),
      titles(`${image}prompt: x\napi_key: abc\n`, 'api_key'),
    ],
    [
      ['Join the items: "calm, slow"', 'Make one request for each item', 'Convert the file to "jobs"'],
      ['Remove "api_key"', 'Convert the file to "jobs"'],
    ],
  );
});

test('a refactoring is never the usual choice', () => {
  const { actions } = offer(`${image}prompt: A ‹soft› cat\n`);

  assert.deepEqual(
    actions.map(({ kind, isPreferred }) => [kind, isPreferred]),
    [
      ['refactor.extract', false],
      ['refactor.rewrite', false],
      ['refactor.rewrite', false],
      ['refactor.rewrite', false],
    ],
  );
});
