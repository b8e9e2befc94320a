import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJobFileText } from '../../../../../src/core/jobFile/parse/parseJobFile.ts';
import { listAnchors } from '../../../../../src/core/jobFile/syntax/parseSyntax.ts';

const mebibyte = 1024 * 1024;

/** Returns each problem with its start. */
function read(text: string): readonly string[] {
  const { problems, jobFile } = parseJobFileText(text);
  const jobs = jobFile.jobs.length > 0 ? ['read'] : [];
  return [...jobs, ...problems.map(({ code, args, start }) => `${code} ${String(args['variant'] ?? '')} ${start}`)];
}

const job = 'model: seedream-5-0-260128\nprompt: A lighthouse\n';
const tooLarge = ['too-large  0'];

test('a file of more than 50,000 lines is one problem', () => {
  const lines = (count: number) => `${job}${'#\n'.repeat(count - 3)}`;
  assert.deepEqual([read(lines(50_000)), read(lines(50_001))], [['read'], tooLarge]);
});

test('a file of more than a mebibyte is one problem, not counting the media in it', () => {
  const [half, image] = ['x'.repeat(mebibyte / 2), `data:image/png;base64,${'A'.repeat(3 * mebibyte)}`];
  const lengths = [mebibyte, mebibyte + 1].map((length) => read(`${job}title: `.padEnd(length, 'x')));
  assert.deepEqual(lengths, [['read'], tooLarge]);
  assert.deepEqual(
    [
      read(`${job}title: ${half}\n`),
      read(`${job}image: ${image}\n`),
      read(`${job}image: ${image}\ntitle: ${half}${half}\n`),
    ],
    [['read'], ['read'], tooLarge],
  );
});

test('brackets that are nested too deep are one problem where that begins', () => {
  const deep = '['.repeat(mebibyte - 100);
  assert.deepEqual(
    [read(deep), read(`${job}list: ${deep}`), read(`${job}list: ${'{a: ["]", '.repeat(2_000)}`)],
    [
      ['yaml-syntax too-deep 1000'],
      [`yaml-syntax too-deep ${job.length + 'list: '.length + 1_000}`],
      [`yaml-syntax too-deep ${job.length + 'list: '.length + 500 * '{a: ["]", '.length}`],
    ],
  );
});

test('up to a thousand brackets are left to the parser, which stops earlier', () => {
  assert.deepEqual(
    [1_000, 1_001].map((count) => read('['.repeat(count)).at(-1)),
    ['yaml-syntax too-deep 200', 'yaml-syntax too-deep 1000'],
  );
});

test('brackets in a string, and many short lists, are not a problem', () => {
  const text = `prompt: |\n  ${'[ '.repeat(5_000)}\ntitle: "${'{'.repeat(5_000)}"\n`;
  const lists = `model: seedream-5-0-260128\nlist: [${'[a], '.repeat(5_000)}]\n`;
  assert.deepEqual([read(`model: seedream-5-0-260128\n${text}`), read(lists)], [['read'], ['read']]);
});

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
  ['a block scalar', 'a: &x |\n  b\nc: *x\n', ['x:4 → |\n  b\n *16']],
  ['a list', 'a: &x [1]\nb: *x\n', ['x:4 *14']],
  ['a map on the next lines', 'a: &x\n  b: 1\n', ['x:4']],
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
