import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listAnchors } from '../../../../../src/core/jobFile/syntax/listAnchors.ts';

/** Returns anchors as `name:offset → scalar`, with the offsets of their aliases. */
function list(text: string): readonly string[] {
  return listAnchors(text).map(({ name, range, aliases, scalar }) => {
    assert.equal(text.slice(range.start, range.end), name);
    for (const alias of aliases) assert.equal(text.slice(alias.start - 1, alias.end), `*${name}`);
    const value = scalar ? ` → ${text.slice(scalar.start, scalar.end)}` : '';
    return `${name}:${range.start}${value}${aliases.map(({ start }) => ` *${start}`).join('')}`;
  });
}

const cases: readonly (readonly [what: string, text: string, anchors: readonly string[]])[] = [
  ['no anchor', 'a: 1\nb: R&D\n', []],
  ['a scalar', 'a: &x 1\n', ['x:4 → 1']],
  ['a quoted scalar', 'a: &x "b c"\n', ['x:4 → "b c"']],
  ['a single-quoted scalar', "a: &x 'b'\n", ["x:4 → 'b'"]],
  ['a block scalar', 'a: &x |\n  b\nc: *x\n', ['x:4 →   b\n *16']],
  ['a list', 'a: &x [1]\nb: *x\n', ['x:4 *14']],
  ['a map on the next lines', 'a: &x\n  b: 1\n', ['x:4 → b']],
  ['a tag before the scalar', 'a: &x !!str 1\n', ['x:4 → 1']],
  ['two aliases', 'a: &x 1\nb: [*x, *x]\n', ['x:4 → 1 *13 *17']],
  ['an alias before its anchor', 'a: *x\nb: &x 1\n', ['x:10 → 1']],
  ['two anchors of one name', 'a: &x 1\nb: *x\nc: &x 2\nd: *x\n', ['x:4 → 1 *12', 'x:18 → 2 *26']],
  ['an alias as the value of an anchor', 'a: &x 1\nb: &y {c: *x}\n', ['x:4 → 1 *19', 'y:12']],
  ['an anchor in a comment', 'a: 1 # &x\nb: &y 2\n', ['y:14 → 2']],
];

for (const [what, text, anchors] of cases) {
  test(`${what}: ${anchors.join(', ') || 'none'}`.replaceAll('\n', ' '), () => assert.deepEqual(list(text), anchors));
}
