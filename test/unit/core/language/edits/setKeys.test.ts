import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MapChanges, NotEditableError, setKeys } from '../../../../../src/core/language/edits/setKeys.ts';

const cases: readonly (readonly [title: string, before: string, changes: MapChanges, after: string])[] = [
  ['a new field follows the last field', 'a: 1\noutput: x\n', { b: 2 }, 'a: 1\nb: 2\noutput: x\n'],
  ['new keys take the place of removed ones', 'a: 1 # one\n', { a: undefined, b: 2 }, 'b: 2\n'],
  ['a file may end without a line break', 'a:', { a: 'x', b: 2 }, 'a: x\nb: 2'],
  [
    'blank lines that belong to the field before stay with it',
    'a: |+\n  kept\n\noutput: x\n',
    { b: 2 },
    'a: |+\n  kept\n\nb: 2\noutput: x\n',
  ],
  ['a comment after a key without a value stays separate', 'a:  # why\n', { a: true }, 'a: true  # why\n'],
  ['spaces after a value do not get into a block scalar', 'a: ~ \n', { a: 'x: y' }, 'a: |-\n  x: y\n'],
  [
    'the last member of a map is removed while a field is added after the map',
    'a:\n  x: 1 # one\n  y: 2\n',
    { a: { x: 1 }, b: 2 },
    'a:\n  x: 1 # one\nb: 2\n',
  ],
  ['a map without members is written in braces', 'a:\n  x: 1\nb: 2\n', { a: {} }, 'a: {}\nb: 2\n'],
  [
    'members in braces keep their quotes, expressions and comments',
    `a: { x: 'one', # first\n  y: "\${{ vars.y }}", z: 3 }\n`,
    { a: { x: 'one', y: '${{ vars.y }}', z: 4, w: 'new' } },
    `a: { x: 'one', # first\n  y: "\${{ vars.y }}", z: 4, w: new }\n`,
  ],
  ['members in braces are removed with their comma', 'a: { x: 1, y: 2, z: 3 }\n', { a: { x: 1 } }, 'a: { x: 1 }\n'],
  [
    'a list that gets longer stays in brackets or in lines',
    'a: [1]\nb:\n  - 1\n',
    { a: [1, 2], b: [1, 2] },
    'a: [1, 2]\nb:\n  - 1\n  - 2\n',
  ],
  [
    'a list with empty items or maps is written again in lines',
    'a:\n  -\n  - 1\nb:\n  - x: 1\n    y: 2\n',
    { a: [2, 1], b: [{ x: 2, y: 2 }] },
    'a:\n  - 2\n  - 1\nb:\n  - x: 2\n    y: 2\n',
  ],
  [
    'a comment below in the column of the key stays a comment',
    'a: x\n# why\nb: 1\n',
    { a: 'one\ntwo' },
    'a: |-\n  one\n  two\n# why\nb: 1\n',
  ],
  ['a member in braces without a value gets one', 'a: { x, y: }\n', { a: { x: 1, y: 'b' } }, 'a: { x: 1, y: b }\n'],
];

for (const [title, before, changes, after] of cases) {
  test(title, () => assert.equal(setKeys(before, [], changes), after));
}

const refused: readonly (readonly [title: string, before: string, changes: MapChanges])[] = [
  ['a comment below would become a part of the text', 'a: x\n  # why\nb: 1\n', { a: 'one\ntwo' }],
  ['an anchor is referenced from elsewhere', 'a: &a x\nb: *a\n', { a: 'y' }],
  ['an anchor follows its colon at once', '{"a":&a x, b: *a}\n', { a: 'y' }],
  ['an anchor would be removed', 'a: &a x\nb: *a\n', { a: undefined }],
  ['the path does not lead to a map', 'a: 1\n', { b: 1 }],
];

for (const [title, before, changes] of refused) {
  test(`nothing is changed where ${title}`, () => {
    const path = title.startsWith('the path') ? ['a'] : [];
    assert.throws(() => setKeys(before, path, changes), NotEditableError);
  });
}
