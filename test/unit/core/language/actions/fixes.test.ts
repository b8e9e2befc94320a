import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixes } from '../../../../../src/core/language/actions/findFixes.ts';
import type { TextAction } from '../../../../../src/core/language/index.ts';
import { type FixCase, fixCases } from './fixCases.ts';
import { applyAction, describeProblems, listActions, without } from './tryActions.ts';

/** Finds the fix of a case among the fixes for its file. */
function find({ code, text, title }: FixCase): TextAction {
  const offered = listActions(text).filter(({ problems }) => problems.some((each) => each.code === code));
  const action = offered.find((each) => each.title === title);
  assert.ok(
    action,
    `Offered: ${offered.map((each) => each.title).join(' | ')}; problems: ${describeProblems(text).join(' | ')}`,
  );
  return action;
}

for (const each of fixCases) {
  const { code, text, title, after, written } = each;
  test(`${code}: "${title}" fixes ${JSON.stringify(text.slice(-60))} and nothing else`, () => {
    const action = find(each);
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
    const action = find({ ...each, text: crlf(text) });

    assert.equal(applyAction(crlf(text), action, written), crlf(after));
  });
}

const withheld: readonly (readonly [why: string, text: string, title: string])[] = [
  [
    'a line cannot be added to a list of variables',
    `vars:\n  - file://./brand.vars.yaml\nmodel: sonic\nprompt: x\ntitle: \${{ vars.nope }}\n`,
    'Add the variable "nope"',
  ],
  ['the value of the key is below it', 'model: sonic\nprompt:\n  null\ntitel: x\n', 'Add "prompt"'],
  [
    'the quoted number is not one of the values',
    'model: seedream-5-0-260128\nprompt: x\nsize: 5\n',
    'Put it in quotes',
  ],
  ['the item would have the wrong type', 'model: seedream-5-0-260128\nprompt: x\nimages: 5\n', 'Make it a list'],
  [
    'the model is not served there',
    'gen: {endpoint: "https://a.example/v1/videos"}\nmodel: sonic\nprompt: x\n',
    'Change to "/v1/videos"',
  ],
  ['the model has no such field', 'prompt: x\nsize: 2K\n', 'Add "model: sonic"'],
  [
    'the file says it already',
    'gen: {max_runs: 3}\njobs:\n  a: {gen: {max_runs: 5}, model: sonic, prompt: x}\n',
    'Move "max_runs" to "gen" at the root',
  ],
  [
    'the text comes from a file',
    'model: sonic\nprompt: file://./brief.md\nmatrix: {mood: [a, b]}\n',
    'Add "${{ matrix.mood }}" to "prompt"',
  ],
  ['the text continues below', 'model: sonic\nprompt: @home\n  again\n', 'Put it in quotes'],
];

for (const [why, text, title] of withheld) {
  test(`"${title}" is not offered if ${why}`, () => {
    const offered = listActions(text).filter(({ kind }) => kind === 'quickfix');
    assert.ok(offered.length > 0 || why.startsWith('the quoted') || why.startsWith('the item'));
    assert.ok(offered.every((each) => each.title !== title));
  });
}

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
  const shown = new Set(fixCases.map(({ code }) => code as string));

  assert.deepEqual(
    Object.entries(fixes).flatMap(([code, fix]) => (fix === null || shown.has(code) ? [] : [code])),
    [],
  );
  assert.deepEqual(opening, ['models', 'settings-env']);
});
