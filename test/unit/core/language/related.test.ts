import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineOf, open } from './openAt.ts';

/** Lists each problem with related places: its text, then the message of each place, by line. */
function relatedOf(text: string): readonly (readonly string[])[] {
  const show = (place: { start: number; end: number }): string => `«${text.slice(place.start, place.end)}»`;
  return open(text)
    .problems()
    .flatMap(({ code, related = [], ...range }) => {
      const places = related.map((place) => `${lineOf(text, place.start)} ${show(place)} ${place.message}`);
      return places.length > 0 ? [[`${lineOf(text, range.start)} ${code} ${show(range)}`, ...places]] : [];
    });
}

const image = 'model: seedream-5-0-260128\n';

const cases: readonly (readonly [what: string, text: string, related: readonly (readonly string[])[]])[] = [
  [
    'the effective one of two keys at the root',
    `${image}prompt: a\nsize: 2K\nprompt: b\n`,
    [['4 duplicate-key «prompt»', '2 «prompt» "prompt" is first written here.']],
  ],
  [
    'the effective one of two keys inside a value',
    `jobs:\n  a:\n    model: wan2.7-image\n    prompt: a\n    x-a: {b: 1, b: 2}\n`,
    [['5 duplicate-key «b»', '5 «b» "b" is first written here.']],
  ],
  [
    'the effective one of two jobs',
    `jobs:\n  a: {model: wan2.7-image, prompt: a}\n  a: {model: wan2.7-image, prompt: b}\n`,
    [['3 duplicate-key «a»', '2 «a» "a" is first written here.']],
  ],
  [
    'every further step of a cycle of jobs',
    `jobs:\n${['a b', 'b c', 'c a'].map((pair) => `  ${pair[0]}: {model: wan2.7-image, prompt: ${pair}, needs: ${pair[2]}}\n`).join('')}`,
    [['2 cycle «b»', '3 «c» "b" waits for "c" here.', '4 «a» "c" waits for "a" here.']],
  ],
  [
    'every further step of a cycle of variables',
    `vars:\n  a: \${{ vars.b }}\n  b: x \${{ vars.a }}\n${image}prompt: \${{ vars.a }}\n`,
    [['2 cycle «b»', '3 «a» "b" needs "a" here.']],
  ],
  ['nothing for a variable that needs itself', `vars:\n  a: \${{ vars.a }}\n${image}prompt: x\n`, []],
  [
    'the other of two fields that say the same',
    'model: wan2.7-image\nprompt: x\nbbox_list: [[[1, 2, 3, 4]]]\nimage: a.png\nbboxList: [[[1, 2, 3, 4]]]\n',
    [['5 exclusive-fields «bboxList»', '3 «bbox_list» "bbox_list" is defined here.']],
  ],
  [
    'the other fields of a rule, also if an axis sets them',
    'model: wan2.7-image\nprompt: x\nthinking_mode: true\nmatrix: {enable_sequential: [true]}\n',
    [['3 rule-broken «thinking_mode»', '4 «true» "enable_sequential" is defined here.']],
  ],
  [
    'the model that an endpoint does not serve',
    'gen: {endpoint: /v1/messages}\njobs:\n  a: {prompt: x, model: wan2.7-image}\n',
    [['1 unknown-endpoint «/v1/messages»', '3 «wan2.7-image» The model is set here.']],
  ],
  [
    'the effective model beside one in request',
    `${image}prompt: x\nrequest: {model: other}\n`,
    [['3 ignored-key «model»', '1 «seedream-5-0-260128» The model is set here.']],
  ],
  [
    'the jobs beside which a field is set',
    `prompt: x\n\njobs:\n  a: {model: wan2.7-image, prompt: a}\n`,
    [['1 unknown-key «prompt»', '3 «jobs» The jobs of this file are here.']],
  ],
];

for (const [what, text, related] of cases) {
  test(`a problem leads to ${what}`, () => {
    assert.deepEqual(relatedOf(text), related);
  });
}

test('ranges that explain a problem move with edits before them', () => {
  const text = `x-note: 1\nvars:\n  a: \${{ vars.b }}\n  b: \${{ vars.a }}\njobs:\n  one:\n    model: wan2.7-image\n    prompt: x\n    prompt: y\n    request: {model: z}\n`;
  const document = open(text);
  document.problems();
  document.edit({ offset: text.indexOf('1'), remove: 1, insert: '1\nx-more: 2' });
  assert.equal(document.problems().filter(({ related }) => related).length, 3);
  assert.deepEqual(document.problems(), open(document.text).problems());
});
