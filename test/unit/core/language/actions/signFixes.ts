import type { FixRow } from './fixRow.ts';

const image = 'model: seedream-5-0-260128\n';
const song = 'model: sonic\nprompt: x\n';

/** Characters that are written instead of a sign of YAML. */
export const signFixes: readonly FixRow[] = [
  ['full-width', `${image}prompt：一只猫\n`, 'Replace such characters in the whole file', `${image}prompt: 一只猫\n`],
  [
    'full-width',
    `＃ 海报\n${image}prompt: x\n`,
    'Replace such characters in the whole file',
    `# 海报\n${image}prompt: x\n`,
  ],
  [
    'full-width',
    'model: wan2.7-image\nprompt: x\ncolor_palette:\n  - {hex: "#1E90FF"， ratio: 100%}\n',
    'Replace such characters in the whole file',
    'model: wan2.7-image\nprompt: x\ncolor_palette:\n  - {hex: "#1E90FF", ratio: 100%}\n',
  ],
  [
    'odd-space',
    `${image}prompt:\u00a0a cat\nsize:\u30002K\n`,
    'Replace such characters in the whole file',
    `${image}prompt: a cat\nsize: 2K\n`,
  ],
  [
    'full-width',
    `${image}prompt: 一只\${{ matrix.color }}杯\nmatrix:\n  color: ［天青，月白］\n`,
    'Replace such characters in the whole file',
    `${image}prompt: 一只\${{ matrix.color }}杯\nmatrix:\n  color: [天青, 月白]\n`,
  ],
  [
    'full-width',
    `${image}prompt: 一只\${{ matrix.color }}杯\nmatrix:\n  color: [天青，月白]\n`,
    'Replace such characters in the whole file',
    `${image}prompt: 一只\${{ matrix.color }}杯\nmatrix:\n  color: [天青, 月白]\n`,
  ],
  [
    'full-width',
    `${image}prompt: 一只\${{ matrix.color }}杯\nmatrix:\n  color: [天青，月白]\n`,
    'Put it in quotes',
    `${image}prompt: 一只\${{ matrix.color }}杯\nmatrix:\n  color: ["天青，月白"]\n`,
  ],
  [
    'full-width',
    `${image}prompt: 一只\${{ matrix.color }}杯\nmatrix:\n  color: [“天青”，“月白”]\n`,
    'Replace such characters in the whole file',
    `${image}prompt: 一只\${{ matrix.color }}杯\nmatrix:\n  color: ["天青", "月白"]\n`,
  ],
  [
    'full-width',
    `${image}vars: {place：湖边，time：黄昏}\nprompt: \${{ vars.place }}的\${{ vars.time }}\n`,
    'Replace such characters in the whole file',
    `${image}vars: {place: 湖边, time: 黄昏}\nprompt: \${{ vars.place }}的\${{ vars.time }}\n`,
  ],
  [
    'full-width',
    `${image}vars: {color: 红}\nprompt: 门，$｛｛ vars.color ｝｝\n`,
    'Replace such characters in the whole file',
    `${image}vars: {color: 红}\nprompt: 门，\${{ vars.color }}\n`,
  ],
  [
    'full-width',
    `${image}prompt: x\nsize: “2K”\n`,
    'Replace such characters in the whole file',
    `${image}prompt: x\nsize: "2K"\n`,
  ],
  [
    'full-width',
    `${image}prompt: x\nmatrix:\n  size:\n    －2K\n`,
    'Replace such characters in the whole file',
    `${image}prompt: x\nmatrix:\n  size:\n    - 2K\n`,
  ],
  [
    'odd-space',
    `${image}prompt: x\nmatrix:\n  size:\n    -\u00a02K\n`,
    'Replace such characters in the whole file',
    `${image}prompt: x\nmatrix:\n  size:\n    - 2K\n`,
  ],
  [
    'odd-space',
    `model: sonic\n\u200bprompt: |\n  \u3000La\u00a0: la\n\ntitle:\u3000\u3000y\n`,
    'Replace such characters in the whole file',
    `model: sonic\nprompt: |\n  \u3000La\u00a0: la\n\ntitle:  y\n`,
  ],
  ['odd-space', `${song}title\u00a0: y\n`, 'Replace such characters in the whole file', `${song}title : y\n`],
  [
    'odd-space',
    `${image}\u00a0\nprompt: a cat\n`,
    'Replace such characters in the whole file',
    `${image} \nprompt: a cat\n`,
  ],
  [
    'odd-space',
    `model: seedream-5-0-260128\u00a0\nprompt: x\n`,
    'Replace such characters in the whole file',
    `model: seedream-5-0-260128 \nprompt: x\n`,
  ],
  [
    'odd-space',
    `${image}prompt: x\nsize: 2K\u00a0 # large\n`,
    'Replace such characters in the whole file',
    `${image}prompt: x\nsize: 2K  # large\n`,
  ],
  [
    'full-width',
    `model：seedream-5-0-260128\nprompt：一只猫，水彩\n`,
    'Replace such characters in the whole file',
    `model: seedream-5-0-260128\nprompt: 一只猫，水彩\n`,
  ],
];
