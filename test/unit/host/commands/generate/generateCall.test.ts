import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isQuiet, parseGenerateCall } from '../../../../../src/host/commands/generate/generateCall.ts';

const uri = { scheme: 'file', path: '/w/hero.gen.yaml' };
const other = { scheme: 'file', path: '/w/door.gen.yaml' };

describe('the arguments of genwright.generate', () => {
  const rows: readonly (readonly [string, readonly unknown[], ReturnType<typeof parseGenerateCall>])[] = [
    ['nothing at all', [], { targets: [], options: {} }],
    ['a Uri', [uri], { targets: [uri], options: {} }],
    ['a string', ['/w/hero.gen.yaml'], { targets: ['/w/hero.gen.yaml'], options: {} }],
    [
      'options',
      [uri, { job: 'a', unchanged: 'skip', confirm: false }],
      { targets: [uri], options: { job: 'a', unchanged: 'skip', confirm: false } },
    ],
    ['a null job, which is the one at the root', [uri, { job: null }], { targets: [uri], options: {} }],
    ['the selection of the Explorer', [uri, [uri, other]], { targets: [uri, other], options: {} }],
    ['an empty selection', [uri, []], { targets: [uri], options: {} }],
    ['the context of an editor group', [uri, { groupId: 1, editorIndex: 0 }], { targets: [uri], options: {} }],
    ['options without a file', [undefined, { confirm: false }], { targets: [], options: { confirm: false } }],
  ];
  for (const [title, args, expected] of rows) {
    test(`accept ${title}`, () => assert.deepEqual(parseGenerateCall(args), expected));
  }

  const faults: readonly (readonly [string, readonly unknown[]])[] = [
    ['a number for a file', [7]],
    ['an empty string', ['']],
    ['a selection without files', [uri, [1]]],
    ['a wrong value of unchanged', [uri, { unchanged: 'maybe' }]],
    ['confirm: true, which means nothing', [uri, { confirm: true }]],
    ['a misspelled option beside a valid one', [uri, { unchanged: 'skip', confrim: false }]],
  ];
  for (const [title, args] of faults) {
    test(`refuse ${title}`, () => assert.throws(() => parseGenerateCall(args), { name: 'CallError' }));
  }

  test('ask nothing only if both questions are answered', () => {
    const quiet = [{}, { unchanged: 'skip' }, { confirm: false }, { unchanged: 'skip', confirm: false }] as const;
    assert.deepEqual(quiet.map(isQuiet), [false, false, false, true]);
  });
});
