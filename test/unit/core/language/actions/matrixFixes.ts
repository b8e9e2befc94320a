import type { FixRow } from './fixRow.ts';

const image = 'model: seedream-5-0-260128\n';

/** Axes, and the number of their requests */
export const matrixFixes: readonly FixRow[] = [
  [
    'no-match',
    `${image}prompt: x \${{ matrix.mood }}\nmatrix:\n  mood: [calm, "wi:ld"]\n  exclude: [{mood: wi:d}]\n`,
    'Change to "wi:ld"',
    `${image}prompt: x \${{ matrix.mood }}\nmatrix:\n  mood: [calm, "wi:ld"]\n  exclude: [{mood: "wi:ld"}]\n`,
  ],
  [
    'no-match',
    `${image}prompt: x \${{ matrix.n }}\nmatrix:\n  n: [1, 2]\n  exclude:\n    - n: '1'\n`,
    'Change to "1"',
    `${image}prompt: x \${{ matrix.n }}\nmatrix:\n  n: [1, 2]\n  exclude:\n    - n: 1\n`,
  ],
  [
    'no-match',
    `${image}prompt: x \${{ matrix.n }}\nmatrix:\n  n: ["1", "2"]\n  exclude:\n    - n: 1\n`,
    'Change to "1"',
    `${image}prompt: x \${{ matrix.n }}\nmatrix:\n  n: ["1", "2"]\n  exclude:\n    - n: "1"\n`,
  ],
  [
    'no-match',
    `${image}prompt: x \${{ matrix.n }}\nmatrix:\n  n: ["1.10", "2"]\n  exclude: [{n: 1.10}]\n`,
    'Change to "1.10"',
    `${image}prompt: x \${{ matrix.n }}\nmatrix:\n  n: ["1.10", "2"]\n  exclude: [{n: "1.10"}]\n`,
  ],
  [
    'no-match',
    `${image}prompt: x \${{ matrix.mood }}\nmatrix:\n  mood: [gloomy]\n  include:\n    - mood: gloomi\n`,
    'Change to "gloomy"',
    `${image}prompt: x \${{ matrix.mood }}\nmatrix:\n  mood: [gloomy]\n  include:\n    - mood: gloomy\n`,
  ],
  [
    'wrong-matrix',
    `${image}prompt: x\nmatrix:\n  size: [2K, 3K]\n  n: [1, 2]\n  exclude:\n    - { sise: 2K, n: 1 }\n`,
    'Change to "size"',
    `${image}prompt: x\nmatrix:\n  size: [2K, 3K]\n  n: [1, 2]\n  exclude:\n    - { size: 2K, n: 1 }\n`,
  ],
  [
    'no-effect',
    `${image}prompt: x\nmatrix:\n  size: [2K, 3K]\n  exlude:\n    - size: 2K\n`,
    'Change to "exclude"',
    `${image}prompt: x\nmatrix:\n  size: [2K, 3K]\n  exclude:\n    - size: 2K\n`,
  ],
  [
    'no-effect',
    `${image}prompt: |\n  A cat\nmatrix:\n  mood: [calm, wild]\n`,
    'Add "${{ matrix.mood }}" to "prompt"',
    `${image}prompt: |\n  A cat \${{ matrix.mood }}\nmatrix:\n  mood: [calm, wild]\n`,
  ],
  [
    'no-effect',
    `{model: seedream-5-0-260128, prompt: A cat, matrix: {mood: [calm, wild]}}\n`,
    'Add "${{ matrix.mood }}" to "prompt"',
    `{model: seedream-5-0-260128, prompt: "A cat \${{ matrix.mood }}", matrix: {mood: [calm, wild]}}\n`,
  ],
  [
    'no-effect',
    `${image}prompt: 'A cat' # tame\nmatrix: {mood: [calm, wild], size: [2K]}\n`,
    'Add "${{ matrix.mood }}" to "prompt"',
    `${image}prompt: 'A cat \${{ matrix.mood }}' # tame\nmatrix: {mood: [calm, wild], size: [2K]}\n`,
  ],
  ['no-effect', `${image}prompt: x\nmatrix:\n  mood: [calm, wild]\n`, 'Remove "mood"', `${image}prompt: x\n`],
  [
    'same-request',
    `${image}prompt: x\nmatrix:\n  size: [2K, 3K, 2K]\n`,
    'Remove "2K"',
    `${image}prompt: x\nmatrix:\n  size: [2K, 3K]\n`,
  ],
  [
    'same-request',
    `${image}prompt: x\nmatrix:\n  include:\n    - size: 2K\n    - size: 2K\n    - size: 3K\n`,
    'Remove "size: 2K"',
    `${image}prompt: x\nmatrix:\n  include:\n    - size: 2K\n    - size: 3K\n`,
  ],
  [
    'same-request',
    'jobs:\n  a: {model: sonic, prompt: x}\n  b: {model: sonic, prompt: x}\n',
    'Remove "b"',
    'jobs:\n  a: {model: sonic, prompt: x}\n',
  ],
  [
    'wrong-matrix',
    `${image}prompt: x\nmatrix:\n  size: 2K, 3K\n`,
    'Change to "[2K, 3K]"',
    `${image}prompt: x\nmatrix:\n  size: [2K, 3K]\n`,
  ],
  [
    'wrong-matrix',
    `${image}prompt: x\nmatrix:\n  size: 2K # one\n`,
    'Make it a list',
    `${image}prompt: x\nmatrix:\n  size: [2K] # one\n`,
  ],
  [
    'wrong-matrix',
    `${image}prompt: x\nmatrix:\n  size: [2K, 3K]\n  exclude:\n    size: 2K\n`,
    'Make it a list',
    `${image}prompt: x\nmatrix:\n  size: [2K, 3K]\n  exclude:\n    - size: 2K\n`,
  ],
  [
    'wrong-matrix',
    `${image}prompt: x\nmatrix:\n  size: [2K]\n  seed: []\n`,
    'Remove "seed"',
    `${image}prompt: x\nmatrix:\n  size: [2K]\n`,
  ],
  [
    'no-effect',
    `${image}prompt: x\nmatrix:\n  siz: [2K, 3K]\n`,
    'Change to "size"',
    `${image}prompt: x\nmatrix:\n  size: [2K, 3K]\n`,
  ],
  [
    'wrong-matrix',
    `${image}prompt: x\nmatrix:\n  size: [2K, 3K]\n  exclude:\n    - {weather: x}\n    - {size: 3K}\n`,
    'Remove "weather"',
    `${image}prompt: x\nmatrix:\n  size: [2K, 3K]\n  exclude:\n    - {size: 3K}\n`,
  ],
  [
    'wrong-matrix',
    `${image}prompt: x\nmatrix: {size: [2K, 3K], exclude: [{size: 3K}, {weather: x}]}\n`,
    'Remove "weather"',
    `${image}prompt: x\nmatrix: {size: [2K, 3K], exclude: [{size: 3K}]}\n`,
  ],
  [
    'too-many-runs',
    `gen:\n  name: set # ours\n  max_runs: 1\n${image}prompt: x\nmatrix: {size: [2K, 3K]}\n`,
    'Allow 2 requests in this file',
    `gen:\n  name: set # ours\n  max_runs: 2\n${image}prompt: x\nmatrix: {size: [2K, 3K]}\n`,
  ],
];
