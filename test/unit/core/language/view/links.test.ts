import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LanguageServiceOptions } from '../../../../../src/core/language/index.ts';
import { filesOf, open } from '../openAt.ts';

const known = { files: () => filesOf({ 'brief.md': '', 'in/door.png': '' }) };

/** Returns `text → target`. */
function linksOf(text: string, options: LanguageServiceOptions = known): readonly string[] {
  return open(text, options)
    .links()
    .map(({ start, end, target }) => `${text.slice(start, end)} → ${target}`);
}

const image = 'model: seedream-5-0-260128\n';

const longest = `https://a.example/${'x'.repeat(1_982)}`;

const rows: readonly (readonly [what: string, text: string, links: readonly string[]])[] = [
  ['an address', `${image}image: "https://a.example/x.png"\n`, ['https://a.example/x.png → https://a.example/x.png']],
  ['an address in a sentence, which is not a link', `${image}prompt: see https://a.example\n`, []],
  [
    'an address that is as long as a link may be, and a longer one',
    `${image}images: [${longest}, ${longest}x]\n`,
    [`${longest} → ${longest}`],
  ],
  ['a text file', `${image}prompt: file://./brief.md\n`, ['file://./brief.md → ./brief.md']],
  ['a text file that is missing', `${image}prompt: file://./other.md\n`, []],
  [
    'files of variables',
    `vars:\n  - file://brief.md\n  - {a: file://brief.md}\n${image}`,
    ['file://brief.md → brief.md', 'file://brief.md → brief.md'],
  ],
  [
    'input files',
    `${image}images: [./in/door.png, 'in/door.png', missing.png, "data:image/png;base64,x"]\n`,
    ['./in/door.png → ./in/door.png', 'in/door.png → in/door.png'],
  ],
  ['an input file inside a field', 'model: p-image-edit\nimages: [in/door.png]\n', ['in/door.png → in/door.png']],
  [
    'a file inside a list of media',
    'model: kling-video-o1\nmetadata: {image_list: [{url: in/door.png}]}\n',
    ['in/door.png → in/door.png'],
  ],
  ['extras, which are sent unchanged', `${image}request: {image: in/door.png}\n`, []],
  ['a path in a field that is not for media', `${image}prompt: in/door.png\n`, []],
  [
    'media of an unknown model',
    'model: grok-imagine-image-next\nimage: in/door.png\nother: in/door.png\n',
    ['in/door.png → in/door.png'],
  ],
  [
    'media of an unknown model inside a field, and in the defaults',
    'gen: {defaults: {image: in/door.png}}\njobs: {a: {model: grok-imagine-image-next, other: {image: in/door.png}}}\n',
    ['in/door.png → in/door.png', 'in/door.png → in/door.png'],
  ],
  ['a path in a reserved word', `gen: {image: in/door.png}\n${image}`, []],
  ['the schema', `$schema: in/door.png\n${image}`, ['in/door.png → in/door.png']],
  ['paths out of reach', `${image}images: [/in/door.png, "file:///etc/passwd", ~/x.png]\n`, []],
  ['a path with an expression', `${image}image: in/\${{ vars.x }}.png\n`, []],
  [
    'the link of an anchor that an alias repeats, once',
    `x-a: &u https://a.example/x\n${image}image: *u\n`,
    ['https://a.example/x → https://a.example/x'],
  ],
  ['the link of a merged map, once', `x-a: &a {image: in/door.png}\n${image}<<: *a\n`, []],
];

for (const [what, text, links] of rows) test(`links of ${what}`, () => assert.deepEqual(linksOf(text), links));

test('if files cannot be looked up, all of them are links', () => {
  assert.deepEqual(linksOf(`${image}image: other.png\nprompt: file://x.md\n`, {}), [
    'other.png → other.png',
    'file://x.md → x.md',
  ]);
});
