import type { FixRow } from './fixRow.ts';

const image = 'model: seedream-5-0-260128\n';
const song = 'model: sonic\nprompt: x\n';

/** Files, and what YAML makes of texts. */
export const textFixes: readonly FixRow[] = [
  // Merges
  [
    'merge-conflict',
    `${image}<<<<<<< ours\nprompt: a\n||||||| base\nprompt: b\n=======\nprompt: c\n>>>>>>> theirs\nsize: 2K\n`,
    'Keep the first version',
    `${image}prompt: a\nsize: 2K\n`,
  ],
  [
    'merge-conflict',
    `${image}<<<<<<< ours\nprompt: a\n||||||| base\nprompt: b\n=======\nprompt: c\n>>>>>>> theirs\nsize: 2K\n`,
    'Keep the second version',
    `${image}prompt: c\nsize: 2K\n`,
  ],
  ['merge-conflict', `${image}prompt: x\n>>>>>>> theirs\n`, 'Remove this line', `${image}prompt: x\n`],

  // What YAML makes of texts
  [
    'comment-in-text',
    `${image}prompt: cat #1 fan\nsize: 2K\n`,
    'Put it in quotes',
    `${image}prompt: "cat #1 fan"\nsize: 2K\n`,
  ],
  [
    'comment-in-text',
    `${image}matrix:\n  prompt:\n    - cat #1 fan\n    - dog\n`,
    'Put it in quotes',
    `${image}matrix:\n  prompt:\n    - "cat #1 fan"\n    - dog\n`,
  ],
  [
    'comment-in-text',
    `${image}prompt: a long\n  cat #1 "fan"\n`,
    'Put it in quotes',
    `${image}prompt: 'a long cat #1 "fan"'\n`,
  ],
  [
    'comment-in-text',
    `${image}prompt: a cat,\n  its fan\n  #1 #2\n  #3\nsize: 2K\n`,
    'Put it in quotes',
    `${image}prompt: "a cat, its fan #1 #2 #3"\nsize: 2K\n`,
  ],
  [
    'comment-as-value',
    'model: wan2.7-image\nprompt: x\ncolor_palette: [{hex: #ff0000, ratio: 100%}]\n',
    'Put it in quotes',
    'model: wan2.7-image\nprompt: x\ncolor_palette: [{hex: "#ff0000", ratio: 100%}]\n',
  ],
  [
    'comment-as-value',
    `vars: {a: "x #y", 'b': #c}\n${song}`,
    'Put it in quotes',
    `vars: {a: "x #y", 'b': "#c"}\n${song}`,
  ],
  [
    'double-braces',
    'model: sonic\nvars: {animal: cat}\nprompt: "a {{ animal }}"\n',
    'Change to "${{ vars.animal }}"',
    'model: sonic\nvars: {animal: cat}\nprompt: "a ${{ vars.animal }}"\n',
  ],
  ['anchor-in-text', `${song}title: &Juliet\n`, 'Put it in quotes', `${song}title: "&Juliet"\n`],
  [
    'anchor-in-text',
    `${song}title: &Juliet is\n  waiting\n`,
    'Put it in quotes',
    `${song}title: "&Juliet is waiting"\n`,
  ],
  ['anchor-in-text', `${song}title: &Juliet, my love\n`, 'Put it in quotes', `${song}title: "&Juliet, my love"\n`],
  ['anchor-in-text', `${song}title: &now a storm\n`, 'Put it in quotes', `${song}title: "&now a storm"\n`],
  ['null-word', `${song}title: Null\n`, 'Put it in quotes', `${song}title: "Null"\n`],
  [
    'value-in-text',
    `vars: {x: {red|blue}}\n${image}prompt: a \${{ vars.x }} kite\n`,
    'Put it in quotes',
    `vars: {x: "{red|blue}"}\n${image}prompt: a \${{ vars.x }} kite\n`,
  ],
  [
    'number-in-text',
    `${image}prompt: v\${{ matrix.v }}\nmatrix: {v: [1.9, 1.10]}\n`,
    'Put it in quotes',
    `${image}prompt: v\${{ matrix.v }}\nmatrix: {v: [1.9, "1.10"]}\n`,
  ],
  ['comment-as-value', `${song}title: #ff0000\n`, 'Put it in quotes', `${song}title: "#ff0000"\n`],
  [
    'braces-as-map',
    `vars: {x: y}\n${image}prompt: {{ vars.x }}\n`,
    'Change to "${{ vars.x }}"',
    `vars: {x: y}\n${image}prompt: \${{ vars.x }}\n`,
  ],
  ['braces-as-map', `${image}prompt: {{x}}\n`, 'Put it in quotes', `${image}prompt: "{{x}}"\n`],
  [
    'brackets-as-list',
    'model: sonic\nprompt: [Verse] la la\n  more\ntitle: y\n',
    'Put the text in a block scalar ("|")',
    'model: sonic\nprompt: |-\n  [Verse] la la\n  more\ntitle: y\n',
  ],
  ['star-as-alias', `${image}prompt: *bold* cat\n`, 'Put it in quotes', `${image}prompt: "*bold* cat"\n`],
  ['at-sign-start', `${image}prompt: @name says\n`, 'Put it in quotes', `${image}prompt: "@name says"\n`],
  [
    'at-sign-start',
    `${image}prompt: @name says # hi\n`,
    'Put the text in a block scalar ("|")',
    `${image}prompt: |- # hi\n  @name says\n`,
  ],
  ['at-sign-start', `${image}prompt: @name says #hi\n`, 'Put it in quotes', `${image}prompt: "@name says #hi"\n`],
  ['backtick-start', `${image}prompt: \`x\` cat\n`, 'Put it in quotes', `${image}prompt: "\`x\` cat"\n`],
  [
    'percent-start',
    `${image}prompt: %x cat\n`,
    'Put the text in a block scalar ("|")',
    `${image}prompt: |-\n  %x cat\n`,
  ],
  [
    'block-sign-start',
    `${image}prompt: | a cat\n  and a dog\nsize: 2K\n`,
    'Move the text to the next line',
    `${image}prompt: |\n  a cat\n  and a dog\nsize: 2K\n`,
  ],
  [
    'block-sign-start',
    `${image}vars:\n  mood: > calm\nprompt: x\n`,
    'Move the text to the next line',
    `${image}vars:\n  mood: >\n    calm\nprompt: x\n`,
  ],
  ['block-sign-start', `${image}prompt: > a cat\n`, 'Put it in quotes', `${image}prompt: "> a cat"\n`],
  ['braces-as-map', `${image}prompt: {red|blue} hair\n`, 'Put it in quotes', `${image}prompt: "{red|blue} hair"\n`],
  ['colon-in-text', `${image}prompt: a: b: c\n`, 'Put it in quotes', `${image}prompt: "a: b: c"\n`],
  [
    'text-after-quote',
    `${image}prompt: 'It's raining in Paris'\n`,
    'Put it in quotes',
    `${image}prompt: "It's raining in Paris"\n`,
  ],
  [
    'text-after-quote',
    `${image}prompt: 'Sale' and 'Free'\n`,
    'Put it in quotes',
    `${image}prompt: "'Sale' and 'Free'"\n`,
  ],
  [
    'yaml-syntax',
    `${song.replace('x', '|')}[Verse]\nHome: at last\n\n[Chorus]\nHome again\ntitle: Tide\n`,
    'Indent the text',
    `${song.replace('x', '|')}  [Verse]\n  Home: at last\n\n  [Chorus]\n  Home again\ntitle: Tide\n`,
  ],
  [
    'yaml-syntax',
    `jobs:\n  a:\n    model: sonic\n    prompt: |\n    [Verse] Home\n  b: {model: sonic, prompt: x}\n`,
    'Indent the text',
    `jobs:\n  a:\n    model: sonic\n    prompt: |\n      [Verse] Home\n  b: {model: sonic, prompt: x}\n`,
  ],
  ['missing-field', `${image}prompt: #cat\n`, 'Put it in quotes', `${image}prompt: "#cat"\n`],
  ['missing-field', `${image}prompt: &Anna\n`, 'Put it in quotes', `${image}prompt: "&Anna"\n`],
  ['missing-field', `${image}prompt: Null\n`, 'Put it in quotes', `${image}prompt: "Null"\n`],
  ['text-after-quote', `${image}prompt: "Man": hi\n`, 'Put it in quotes', `${image}prompt: '"Man": hi'\n`],
  [
    'ratio-as-number',
    'model: gemini-2.5-flash-image\nprompt: x\naspect_ratio: 16:9\n',
    'Put it in quotes',
    'model: gemini-2.5-flash-image\nprompt: x\naspect_ratio: "16:9"\n',
  ],
  [
    'leading-zero',
    `${image}prompt: x\nx_note: 0123\nseed: 1\n`,
    'Put it in quotes to keep the zeros',
    `${image}prompt: x\nx_note: "0123"\nseed: 1\n`,
  ],
  [
    'leading-zero',
    `${image}prompt: x\nx_note: 0123\nseed: 1\n`,
    'Remove the leading zeros',
    `${image}prompt: x\nx_note: 123\nseed: 1\n`,
  ],
  [
    'large-integer',
    `${image}prompt: x\nx_note: 12345678901234567890\n`,
    'Put it in quotes',
    `${image}prompt: x\nx_note: "12345678901234567890"\n`,
  ],
  [
    'expression-in-flow',
    `vars: {a: b}\n${image}prompt: x\nx-note: [\${{ vars.a }}, c]\n`,
    'Put it in quotes',
    `vars: {a: b}\n${image}prompt: x\nx-note: ["\${{ vars.a }}", c]\n`,
  ],

  [
    'at-sign-start',
    `${image}prompt: @home\n    again\n`,
    'Put the text in a block scalar ("|")',
    `${image}prompt: |-\n    @home\n    again\n`,
  ],
  [
    'at-sign-start',
    `${image}prompt: @home\n again\n`,
    'Put the text in a block scalar ("|")',
    `${image}prompt: |-\n @home\n again\n`,
  ],
  [
    'missing-input',
    '{model: seedream-5-0-260128, prompt: x, image: a_b.png}\n',
    'Use the file "a,b.png"',
    '{model: seedream-5-0-260128, prompt: x, image: "a,b.png"}\n',
  ],
];
