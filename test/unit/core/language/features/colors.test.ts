import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from '../openAt.ts';

/** Returns `text red green blue` for each color, with parts of 255. */
function colorsOf(text: string): readonly string[] {
  return open(text)
    .colors()
    .map(
      ({ start, end, ...parts }) =>
        `${text.slice(start, end)} ${[parts.red, parts.green, parts.blue].map((part) => part * 255).join(' ')}`,
    );
}

const rows: readonly (readonly [what: string, text: string, colors: readonly string[]])[] = [
  [
    'a palette',
    'model: wan2.7-image\ncolor_palette:\n  - {hex: "#1E90FF", ratio: 40%}\n  - hex: \'#00ff00\'\n',
    ['#1E90FF 30 144 255', '#00ff00 0 255 0'],
  ],
  ['a palette under its alias', 'model: wan2.7-image\ncolorPalette: [{hex: "#000001"}]\n', ['#000001 0 0 1']],
  ['another field, none', 'model: wan2.7-image\nother: [{hex: "#1E90FF"}]\n', []],
  [
    'a color with escapes, none, though the next one is the same',
    'model: wan2.7-image\ncolor_palette: [{hex: "\\x231E90FF"}, {hex: "#1E90FF"}]\n',
    ['#1E90FF 30 144 255'],
  ],
  ['a prompt, none', 'model: wan2.7-image\nprompt: "#1E90FF"\n', []],
  ['a color that YAML has lost, none', 'model: wan2.7-image\ncolor_palette:\n  - hex: #1E90FF\n', []],
  [
    'a text that is not a color, none',
    'model: wan2.7-image\ncolor_palette: [{hex: "#12"}, {hex: "1E90FF"}, {hex: "#1E90FG"}, {ratio: "#1E90FF"}]\n',
    [],
  ],
  [
    'a color with escapes, none',
    'model: wan2.7-image\ncolor_palette: [{hex: "\\x231E90FF"}, {hex: "#000002"}]\n',
    ['#000002 0 0 2'],
  ],
];

for (const [what, text, colors] of rows) test(`colors of ${what}`, () => assert.deepEqual(colorsOf(text), colors));
