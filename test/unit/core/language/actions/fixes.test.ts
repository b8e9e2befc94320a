import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixes } from '../../../../../src/core/language/actions/findFixes.ts';
import type { TextAction } from '../../../../../src/core/language/index.ts';
import { groupBy } from '../../../../../src/core/support/groupBy.ts';
import { fixRows } from './fixRows.ts';
import { applyAction, describeProblems, listActions, open, without } from './tryActions.ts';

/** Finds a fix among the fixes for a file. */
function find(code: string, text: string, title: string): TextAction {
  const offered = listActions(text).filter(({ problems }) => problems.some((each) => each.code === code));
  const action = offered.find((each) => each.title === title);
  assert.ok(
    action,
    `Offered: ${offered.map((each) => each.title).join(' | ')}; problems: ${describeProblems(text).join(' | ')}`,
  );
  return action;
}

for (const [code, text, title, after, written] of fixRows) {
  test(`${code}: "${title}" fixes ${JSON.stringify(text.slice(-60))} and nothing else`, () => {
    const action = find(code, text, title);
    const fixed = applyAction(text, action, written);

    assert.equal(fixed, after);
    // Problems that follow from the fixed one are gone too, and no new one appears.
    const left = without(describeProblems(text), action.problems);
    assert.deepEqual(
      describeProblems(fixed).filter((problem) => !left.includes(problem)),
      [],
    );
    assert.ok(
      !describeProblems(fixed).includes(`${action.problems[0]?.severity} ${code}: ${action.problems[0]?.message}`),
    );
  });

  if (!text.includes('\n')) continue;
  test(`${code}: "${title}" keeps the line breaks of ${JSON.stringify(text.slice(-60))}`, () => {
    const crlf = (lines: string): string => lines.replaceAll('\n', '\r\n');
    const action = find(code, crlf(text), title);

    assert.equal(applyAction(crlf(text), action, written), crlf(after));
  });
}

/** Why a fix is not offered, a file, the title of the fix, and the titles of the fixes that are offered. */
const withheld: readonly (readonly [why: string, text: string, title: string, offered: readonly string[]])[] = [
  [
    'the value of the key is below it',
    'model: sonic\nprompt:\n  null\ntitel: x\n',
    'Add "prompt"',
    ['Change to "title"', 'Move "titel" to "request", which is sent unchanged', 'Remove "titel"'],
  ],
  [
    'the quoted number is not one of the values',
    'model: seedream-5-0-260128\nprompt: x\nsize: 5\n',
    'Put it in quotes',
    [],
  ],
  ['the item would have the wrong type', 'model: seedream-5-0-260128\nprompt: x\nimages: 5\n', 'Make it a list', []],
  [
    'the model is not served there',
    'gen: {endpoint: "https://a.example/v1/videos"}\nmodel: sonic\nprompt: x\n',
    'Change to "/v1/videos"',
    ['Remove "endpoint"'],
  ],
  [
    'the model has no such field',
    'prompt: x\nsize: 2K\n',
    'Add "model: sonic" (Music)',
    ['Add "model: seedream-5-0-260128" (Image)', 'Add "model: seedance-2.0" (Video)'],
  ],
  [
    'the file says it already',
    'gen: {max_runs: 3}\njobs:\n  a: {gen: {max_runs: 5}, model: sonic, prompt: x}\n',
    'Move "max_runs" to "gen" at the root',
    ['Remove "max_runs"'],
  ],
  [
    'the text comes from a file',
    'model: sonic\nprompt: file://./brief.md\nmatrix: {mood: [a, b]}\n',
    'Add "${{ matrix.mood }}" to "prompt"',
    ['Remove "mood"'],
  ],
  [
    'the key is there without a value',
    'model: seedream-5-0-260128\nsize:\nprompt: |\n  A ferry\n  size: 2K\n',
    'Move out of "prompt"',
    [],
  ],
  [
    'the text continues below',
    'model: sonic\nprompt: @home\n  again\n',
    'Put it in quotes',
    ['Put the text in a block scalar ("|")'],
  ],
];

for (const [why, text, title, expected] of withheld) {
  test(`"${title}" is not offered if ${why}`, () => {
    const offered = listActions(text).filter(({ kind }) => kind === 'quickfix');
    assert.deepEqual(
      offered.map((each) => each.title),
      expected,
    );
  });
}

test('a job without a model is offered one of each kind that fits, in the order of the Models view', () => {
  const offered = listActions('prompt: A lighthouse\n').filter(({ kind }) => kind === 'quickfix');
  assert.deepEqual(
    offered.map(({ title }) => /\((.*)\)$/.exec(title)?.[1]),
    ['Image', 'Music', 'Video', 'Chat'],
  );
});

test('a line of text is first offered to be indented, and a line that starts with a field to get its colon', () => {
  const firstFix = (line: string): string | undefined =>
    listActions(`model: sonic\nprompt: A song\n${line}\n`)[0]?.title;
  assert.deepEqual(
    [firstFix('about the rain'), firstFix('title The Rain')],
    ['Indent the text, so that it continues the line above', 'Add the colon'],
  );
});

test('nothing is inserted below a key whose empty value is on a later line', () => {
  for (const empty of ['~', 'null']) assert.deepEqual(listActions(`jobs:\n  ${empty}\n`), []);
});

test('a value that comes from an anchor is not changed where it is used', () => {
  const text = 'jobs:\n  a: &x\n    model: seedream-5-0-260128\n  b: *x\n';
  const added = listActions(text).filter(({ title }) => title === 'Add "prompt"');
  assert.equal(added.length, 1);
});

test('every code with a fix is in the table, and so are those that open something', () => {
  const opening = listActions('model: abc\nprompt: ${{ env.NOPE }}\n').flatMap(({ opens }) => opens ?? []);
  const shown = new Set<string>(fixRows.map(([code]) => code));

  assert.deepEqual(
    Object.entries(fixes).flatMap(([code, fix]) => (fix === null || shown.has(code) ? [] : [code])),
    [],
  );
  assert.deepEqual(opening, ['models', 'settings-env']);
});

test('a fix is preferred unless it drops or guesses something, or is one of several ways', () => {
  const others = fixRows.filter(([code, text, title]) => !find(code, text, title).isPreferred);
  const titles = [...groupBy(others, ([code]) => code)].map(
    ([code, rows]) => [code, [...new Set(rows.map(([, , title]) => title))]] as const,
  );

  assert.deepEqual(Object.fromEntries(titles), {
    'merge-conflict': ['Keep the first version', 'Keep the second version', 'Remove this line'],
    'several-documents': ['Remove everything after the first document'],
    'custom-tag': ['Remove the tag "!wow"'],
    'duplicate-key': ['Remove this second "title"', 'Remove the first "title"'],
    'missing-model': ['Add "model: sonic" (Music)', 'Start with a job for "Image"'],
    'unknown-endpoint': ['Remove "endpoint"'],
    'missing-one-of': ['Add "voice"', 'Add "image"', 'Add "media"'],
    'exclusive-fields': ['Remove "messages"'],
    'unknown-field': ['Move "foo" to "request", which is sent unchanged', 'Remove "foo"'],
    'unknown-key': ['Remove "fold"'],
    'too-many-items': ['Keep only the first 10'],
    'rule-broken': ['Remove "enable_sequential"'],
    'wrong-matrix': ['Remove "weather"'],
    'wrong-type': ['Make one request for each item'],
    'budget-not-raised': ['Change to "5"'],
    cycle: ['Remove "needs"', 'Remove it from "needs"'],
    'unknown-name': [
      'Remove "needs"',
      'Add the variable "mood"',
      'Add the variable "tone"',
      'Add "light" to "matrix"',
      'Add "mood" to "matrix"',
    ],
    'bad-expression': ['Remove the empty expression'],
    'unknown-filter': ['Remove the filter'],
    'blocked-env': ['Use an empty string as the default'],
    'no-effect': ['Add "${{ matrix.mood }}" to "prompt"', 'Remove "mood"'],
    'too-many-runs': ['Allow 2 requests in this file'],
    'full-width': ['Put it in quotes'],
    'at-sign-start': ['Put the text in a block scalar ("|")'],
    'percent-start': ['Put the text in a block scalar ("|")'],
    'block-sign-start': ['Put it in quotes'],
    'leading-zero': ['Put it in quotes to keep the zeros', 'Remove the leading zeros'],
    'large-integer': ['Put it in quotes'],
  });
});

test('at most one of several fixes of a problem is preferred, which is the first', () => {
  const similar = 'model: seedream-5-0-260129\nprompt: x\nsize: 9K\noutput_formt: png\n';
  for (const text of [similar, ...fixRows.map((row) => row[1])]) {
    const fixes = listActions(text).filter(({ kind }) => kind === 'quickfix');
    const preferred = [...groupBy(fixes, ({ problems: [problem] }) => problem).values()].map((group) =>
      group.flatMap(({ isPreferred }, index) => (isPreferred ? [index] : [])),
    );
    assert.deepEqual(
      preferred.filter(([first = 0, ...more]) => first > 0 || more.length > 0),
      [],
      text,
    );
  }
});

test('the field that is meant comes first where its value is wrong as well', () => {
  for (const [text, title] of [
    ['model: kling-v2-6\nprompt: x\nratio: 16:9\n', 'Change to "size"'],
    ['model: seedance-2.0\nprompt: x\nratio: 16:9\n', 'Move "ratio" to "metadata.aspect_ratio"'],
  ] as const) {
    const at = text.indexOf('16:9') + 4;
    const [first] = open(text).actions({ start: at, end: at });
    assert.deepEqual([first?.title, first?.isPreferred], [title, true]);
  }
});

test('a fix of an unknown field is offered on its line, from the key on', () => {
  const text = `model: sonic\nprompt: x\ntitel: y\n`;
  const start = text.indexOf('titel');
  const offered = [-1, 0, 5, 6].map((at) =>
    open(text)
      .actions({ start: start + at, end: start + at })
      .some(({ title }) => title === 'Change to "title"'),
  );

  assert.deepEqual(offered, [false, true, true, true]);
});

test('an unknown model is only a note once "endpoint" is added to "gen", at the root and in a job', () => {
  const add = (text: string): string => {
    const action = find('unknown-endpoint', text, 'Add "endpoint" to "gen"');
    const [empty, fixed] = [applyAction(text, action), applyAction(text, action, '/v1/videos')];
    assert.ok(action.triggersNext);
    assert.ok(
      open(empty)
        .complete(action.cursorAt ?? 0)
        .some(({ label }) => label === '/v1/videos'),
    );
    assert.match(describeProblems(fixed).join('\n'), /^information unknown-model: .*$/);
    return fixed;
  };
  assert.deepEqual(
    [add('model: nova\nprompt: x\n'), add('jobs:\n  a: {model: nova, prompt: x, gen: {timeout_minutes: 5}}\n')],
    [
      'gen:\n  endpoint: "/v1/videos"\nmodel: nova\nprompt: x\n',
      'jobs:\n  a: {model: nova, prompt: x, gen: {timeout_minutes: 5, endpoint: "/v1/videos"}}\n',
    ],
  );
});
