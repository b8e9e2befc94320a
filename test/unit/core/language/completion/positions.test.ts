import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markedText } from '../../../../support/markedText.ts';
import { completeAt } from './completeAt.ts';

const song = 'model: sonic\n';
const vars = `vars: {a: b}\n${song}`;
const quoted = `vars: {"it's": 1, b: 2}\n${song}`;

/** The text that the first completion replaces, and what it writes instead. Null if nothing is offered. */
const rows: readonly (readonly [marked: string, first: string | null])[] = [
  [`${song}  |ti\n`, null],
  [`${song}|ti\n`, 'ti → prompt: |\n  $0'],
  [`${song}| ti\n`, null],
  [`${song}prompt: ||\n  [Verse]\n  |\n`, '   → tags: '],
  [`jobs:\n  a:\n    model: sonic\n    prompt: ||\n      La\n\n      |\n    tags: x\n`, '       →     title: '],
  [`${song}prompt: ||\n  |\n`, null],
  [`${song}prompt: ||\n  La\n  |\n  la\n`, null],
  [`${song}prompt: ||\n  La\n  ti|\n`, null],
  [`${song}ti  |\n`, null],
  [`${song}ti|  \n`, 'ti → prompt: |\n  $0'],
  [`${song}not a key|\n`, null],
  [`${song}|title: x\n`, 'title → prompt'],
  [`${song}|"title": x\n`, '"title" → prompt'],
  [`${song}title|: x\n`, 'title → prompt'],
  [`${song}title:|  x\n`, null],
  [`${song}custom_mode: |  true\n`, null],
  [`${song}custom_mode:  |true\n`, 'true → true'],
  [`${song}title: x\n    |\n`, null],
  ['jobs:\n    a: {}\n  |\n', null],
  ['jobs:\n    a:\n      model: sonic\n     |', null],
  [`${song}vars: |{a: b}\n`, null],
  [`${song}matrix: {|}\n`, ' → prompt: [$0]'],
  [`${song}matrix: {title: [a]|}\n`, null],
  [`${song}matrix: {title: [a] |}\n`, null],
  [`${song}matrix: {title: [a], custom_mode: [|]}\n`, ' → true'],
  [`${song}matrix: {title: [a], # note |\n`, null],
  [`${song}matrix: {title: [a], # note\n |\n`, ' → prompt: [$0]'],
  [`${song}matrix: {title: [a]} |\n`, null],
  [`${song}matrix: {custom_mode: |tr}\n`, null],
  [`${song}matrix: {cus|tom_mode: [a]}\n`, 'custom_mode → prompt'],
  [`${song}matrix: {"cus|tom_mode": [a]}\n`, '"custom_mode" → prompt as "prompt'],
  [`${song}matrix: {: |}\n`, ' → prompt: [$0]'],
  [`${song}tags: {a: {b: 1}, |}\n`, null],
  [`${song}{model: sonic, prompt: x, |}`, null],
  ['gen: {on_error: |}\n', ' → continue'],
  ['gen: {on_error:|}\n', ' →  continue'],
  ['gen: {on_error: st|}\n', 'st → continue'],
  [`${song}prompt: x\n"ti|"`, '"ti" → tags:  as "tags'],
  [`${song}prompt: x\n"ti|": y`, '"ti" → tags as "tags'],
  [`${vars}prompt: $|\n`, '$ → \\${{ vars.$0 }}'],
  [`${vars}prompt: \${|}\n`, '${} → \\${{ vars.$0 }}'],
  [`${vars}prompt: {a: "$|"}\n`, '$ → \\${{ vars.$0 }}'],
  [`${vars}prompt: $|{{ x }}\n`, null],
  [`${quoted}output: {name: '\${{ vars.| }}'}\n`, ' → b'],
  [`${quoted}output: {name: "x", dir: \${{ vars.| }}}\n`, '. → ["it\'s"] as .it\'s'],
  [`${quoted}output: {name: "\${{ vars.| }}"}\n`, ' → b'],
  [`${vars}title: x\n  y # \${{ vars.| }}\n`, null],
  [`${vars}title: "x\n  y # \${{ vars.| }}"\n`, ' → a'],
  [`${vars}title: x\n\${{ vars.| }}\n`, null],
  [`${vars}title:\n  # \${{ vars.| }}\n`, null],
  [`${vars}title:\n  it # \${{ vars.| }}\n`, null],
  [`${vars}prompt: "a" \${{ vars.| }}\n`, ' → a'],
];

/** Describes the first completion at the mark that is not a whole job. */
function firstAt(marked: string): string | null {
  const { text } = markedText(marked);
  const first = completeAt(marked).find(({ kind }) => kind !== 'job');
  if (!first) return null;
  const { start, end, insertText, filterText } = first;
  return `${text.slice(start, end)} → ${insertText}${filterText === undefined ? '' : ` as ${filterText}`}`;
}

for (const [marked, first] of rows) {
  test(`the first completion at ${JSON.stringify(marked.slice(-45))} is ${first ?? 'nothing'}`, () => {
    assert.equal(firstAt(marked), first);
  });
}
