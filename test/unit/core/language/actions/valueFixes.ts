import type { FixRow } from './fixRow.ts';

const image = 'model: seedream-5-0-260128\n';
const song = 'model: sonic\nprompt: x\n';
const palette = 'model: wan2.7-image\nprompt: x\ncolor_palette:\n';

/** Values and expressions. */
export const valueFixes: readonly FixRow[] = [
  // Values
  ['wrong-type', `${image}prompt: 2026 # year\n`, 'Put it in quotes', `${image}prompt: "2026" # year\n`],
  ['wrong-type', `${song}custom_mode: yes\n`, 'Change to "true"', `${song}custom_mode: true\n`],
  ['wrong-type', `${song}style_weight: "0.5"\n`, 'Change to "0.5"', `${song}style_weight: 0.5\n`],
  [
    'wrong-type',
    `${image}prompt: x\nimages: https://a.example/a,b.png\n`,
    'Make it a list',
    `${image}prompt: x\nimages: ["https://a.example/a,b.png"]\n`,
  ],
  [
    'wrong-type',
    `${song}tags: [calm, slow] # mood\n`,
    'Join the items: "calm, slow"',
    `${song}tags: calm, slow # mood\n`,
  ],
  ['wrong-type', 'model: sonic\nprompt: [Verse]\n', 'Put it in quotes', 'model: sonic\nprompt: "[Verse]"\n'],
  [
    'wrong-type',
    'model: sonic\nprompt: {mood} # song\n',
    'Put it in quotes',
    'model: sonic\nprompt: "{mood}" # song\n',
  ],
  ['wrong-type', `${image}prompt: x\nsize: [2K]\n`, 'Replace the list with its text', `${image}prompt: x\nsize: 2K\n`],
  ['not-in-enum', `${image}prompt: x\nsize: '9K'\n`, 'Change to "2K"', `${image}prompt: x\nsize: '2K'\n`],
  ['not-in-enum', `gen: {on_error: stopp}\n${song}`, 'Change to "stop"', `gen: {on_error: stop}\n${song}`],
  [
    'wrong-form',
    `model: gemini-2.5-flash-image\nprompt: x\naspect_ratio: 16x9\n`,
    'Change to "16:9"',
    `model: gemini-2.5-flash-image\nprompt: x\naspect_ratio: "16:9"\n`,
  ],
  ['wrong-form', `${song}vocal_gender: female\n`, 'Change to "f"', `${song}vocal_gender: f\n`],
  [
    'out-of-range',
    'model: grok-imagine-image-quality\nprompt: x\nn: 11\n',
    'Change to "10"',
    'model: grok-imagine-image-quality\nprompt: x\nn: 10\n',
  ],
  ['out-of-range', `gen: {repeat: 0}\n${song}`, 'Change to "1"', `gen: {repeat: 1}\n${song}`],
  [
    'too-many-items',
    `model: doubao-seedream-5-0-pro-260628\nprompt: x\nsize: 2K\nimages:\n${'  - https://a.example/a.png\n'.repeat(9)}  - https://a.example/b.png # ten\n  - https://a.example/c.png\n`,
    'Keep only the first 10',
    `model: doubao-seedream-5-0-pro-260628\nprompt: x\nsize: 2K\nimages:\n${'  - https://a.example/a.png\n'.repeat(9)}  - https://a.example/b.png # ten\n`,
  ],
  ['absolute-path', `${song}output: /images/door\n`, 'Change to "images/door"', `${song}output: images/door\n`],
  [
    'rule-broken',
    'model: wan2.7-image\nprompt: x\ncolor_palette: [{hex: "#1E90FF", ratio: 40%}]\nenable_sequential: true # row\n',
    'Remove "enable_sequential"',
    'model: wan2.7-image\nprompt: x\ncolor_palette: [{hex: "#1E90FF", ratio: 40%}]\n',
  ],
  [
    'rule-broken',
    'model: wan2.7-image-pro\nprompt: x\nsize: 4K\nenable_sequential: true\n',
    'Change to "size: 2K"',
    'model: wan2.7-image-pro\nprompt: x\nsize: 2K\nenable_sequential: true\n',
  ],

  [
    'wrong-type',
    `${palette}  - {hex: "#1E90FF", ratio: 10} # sky\n`,
    'Change to "10.00%"',
    `${palette}  - {hex: "#1E90FF", ratio: "10.00%"} # sky\n`,
  ],
  [
    'wrong-type',
    `${palette}  - hex: "#1E90FF"\n    ratio: 0.255\n`,
    'Change to "25.50%"',
    `${palette}  - hex: "#1E90FF"\n    ratio: "25.50%"\n`,
  ],
  [
    'wrong-form',
    `${palette}  - hex: "#1E90FF"\n    ratio: "12,5"\n`,
    'Change to "12.50%"',
    `${palette}  - hex: "#1E90FF"\n    ratio: "12.50%"\n`,
  ],
  [
    'wrong-type',
    `${image}prompt: x\nsize: [2K, 3K]\n`,
    'Make one request for each item',
    `${image}prompt: x\nsize: \${{ matrix.size }}\nmatrix:\n  size: [2K, 3K]\n`,
  ],
  [
    'budget-not-raised',
    `gen:\n  name: a\n  budget_usd: 9\n${song}`,
    'Change to "5"',
    `gen:\n  name: a\n  budget_usd: 5\n${song}`,
  ],
  ['budget-not-raised', `gen:\n  budget_usd: 9\n${song}`, 'Remove "budget_usd"', song],

  // Expressions
  [
    'bad-expression',
    `vars: {a: b}\n${image}prompt: \${{ vars.a.toUpperCase() }} cat\n`,
    'Use the filter "upper"',
    `vars: {a: b}\n${image}prompt: \${{ vars.a | upper }} cat\n`,
  ],
  [
    'bad-expression',
    `vars: {a: b}\n${image}prompt: \${{ vars.a | }} cat\n`,
    'Remove the "|"',
    `vars: {a: b}\n${image}prompt: \${{ vars.a }} cat\n`,
  ],
  [
    'bad-expression',
    `vars: {a: b}\n${image}prompt: \${{ vars..a }} cat\n`,
    'Change to ".a"',
    `vars: {a: b}\n${image}prompt: \${{ vars.a }} cat\n`,
  ],
  [
    'bad-expression',
    `vars: {a: b}\n${image}prompt: '\${{ vars.a | default(red) }} cat'\n`,
    'Change to ""red""',
    `vars: {a: b}\n${image}prompt: '\${{ vars.a | default("red") }} cat'\n`,
  ],
  [
    'cycle',
    'jobs:\n  a:\n    model: sonic\n    prompt: x\n    needs: b\n  b:\n    model: sonic\n    prompt: y\n    needs: [a]\n',
    'Remove "needs"',
    'jobs:\n  a:\n    model: sonic\n    prompt: x\n  b:\n    model: sonic\n    prompt: y\n    needs: [a]\n',
  ],
  [
    'unknown-name',
    'jobs:\n  a:\n    model: sonic\n    prompt: x\n    needs: [gone]\n',
    'Remove "needs"',
    'jobs:\n  a:\n    model: sonic\n    prompt: x\n',
  ],
  [
    'bad-expression',
    `vars: {a: b}\n${image}prompt: "A \${{ vars.a }"\n`,
    'Close the expression with "}}"',
    `vars: {a: b}\n${image}prompt: "A \${{ vars.a }}"\n`,
  ],
  [
    'bad-expression',
    `vars: {a: b}\n${image}prompt: |\n  A \${{ vars.a\n  cat\n`,
    'Close the expression with "}}"',
    `vars: {a: b}\n${image}prompt: |\n  A \${{ vars.a }}\n  cat\n`,
  ],
  [
    'bad-expression',
    `vars: {a: b}\n${image}prompt: "A \${{ vars.a\n  cat"\n`,
    'Close the expression with "}}"',
    `vars: {a: b}\n${image}prompt: "A \${{ vars.a }}\n  cat"\n`,
  ],
  ['bad-expression', `${image}prompt: A \${{ }} cat\n`, 'Remove the empty expression', `${image}prompt: A  cat\n`],
  [
    'bad-expression',
    `vars: {a: b}\n${image}prompt: \${{ vars.a || 'c' }}\n`,
    'Use the filter "default"',
    `vars: {a: b}\n${image}prompt: \${{ vars.a | default('c') }}\n`,
  ],
  [
    'unknown-context',
    `vars: {color: red}\n${image}prompt: \${{ color }}\n`,
    'Change to "vars.color"',
    `vars: {color: red}\n${image}prompt: \${{ vars.color }}\n`,
  ],
  [
    'unknown-context',
    `vars: {color: red}\n${image}prompt: \${{ var.color }}\n`,
    'Change to "vars"',
    `vars: {color: red}\n${image}prompt: \${{ vars.color }}\n`,
  ],
  [
    'unknown-name',
    `vars: {color: red}\n${image}prompt: \${{ vars.colour }}\n`,
    'Change to "color"',
    `vars: {color: red}\n${image}prompt: \${{ vars.color }}\n`,
  ],
  [
    'unknown-name',
    `${image}prompt: A \${{ vars.mood }} cat\n`,
    'Add the variable "mood"',
    `vars:\n  mood: "calm"\n${image}prompt: A \${{ vars.mood }} cat\n`,
    'calm',
  ],
  [
    'unknown-name',
    `vars:\n  - file://./brand.vars.yaml\n${image}prompt: A \${{ vars.tone }} cat\n`,
    'Add the variable "tone"',
    `vars:\n  - file://./brand.vars.yaml\n  - { tone: "calm" }\n${image}prompt: A \${{ vars.tone }} cat\n`,
    'calm',
  ],
  [
    'unknown-name',
    `${image}prompt: A cat at \${{ matrix.light }}\n`,
    'Add "light" to "matrix"',
    `${image}prompt: A cat at \${{ matrix.light }}\nmatrix:\n  light: ["dawn"]\n`,
    'dawn',
  ],
  [
    'unknown-name',
    `${image}prompt: A \${{ matrix.animal }} at \${{ matrix.light }}\nmatrix: {animal: [cat, dog]}\n`,
    'Add "light" to "matrix"',
    `${image}prompt: A \${{ matrix.animal }} at \${{ matrix.light }}\nmatrix: {animal: [cat, dog], light: ["dawn"]}\n`,
    'dawn',
  ],
  [
    'unknown-name',
    'jobs:\n  one:\n    model: sonic\n    prompt: A ${{ matrix.mood }} song\n  two:\n    model: sonic\n    prompt: y\n',
    'Add "mood" to "matrix"',
    'jobs:\n  one:\n    model: sonic\n    prompt: A ${{ matrix.mood }} song\n    matrix:\n      mood: ["calm"]\n  two:\n    model: sonic\n    prompt: y\n',
    'calm',
  ],
  [
    'unknown-name',
    'jobs:\n  one:\n    model: sonic\n    prompt: x\n  two:\n    model: sonic\n    prompt: y\n    needs: [on]\n',
    'Change to "one"',
    'jobs:\n  one:\n    model: sonic\n    prompt: x\n  two:\n    model: sonic\n    prompt: y\n    needs: [one]\n',
  ],
  [
    'unknown-name',
    'jobs:\n  2nd:\n    model: sonic\n    prompt: x\n  b:\n    model: sonic\n    prompt: y\n    needs: [2nt]\n',
    'Change to "2nd"',
    'jobs:\n  2nd:\n    model: sonic\n    prompt: x\n  b:\n    model: sonic\n    prompt: y\n    needs: [2nd]\n',
  ],
  [
    'unknown-filter',
    `vars: {a: b}\n${image}prompt: \${{ vars.a | uper }}\n`,
    'Change to "upper"',
    `vars: {a: b}\n${image}prompt: \${{ vars.a | upper }}\n`,
  ],
  [
    'unknown-filter',
    `vars: {a: b}\n${image}prompt: \${{ vars.a | xyzzy(1) | upper }}\n`,
    'Remove the filter',
    `vars: {a: b}\n${image}prompt: \${{ vars.a | upper }}\n`,
  ],
  [
    'wrong-argument',
    `vars: {a: b}\n${image}prompt: \${{ vars.a | words("3") }}\n`,
    'Change to "3"',
    `vars: {a: b}\n${image}prompt: \${{ vars.a | words(3) }}\n`,
  ],
  [
    'wrong-argument',
    `vars: {a: b}\n${image}prompt: \${{ vars.a | upper(1) }}\n`,
    'Change to "upper"',
    `vars: {a: b}\n${image}prompt: \${{ vars.a | upper }}\n`,
  ],
  [
    'blocked-env',
    `${image}prompt: A \${{ env.UNSET }} cat\n`,
    'Use an empty string as the default',
    `${image}prompt: A \${{ env.UNSET | default('') }} cat\n`,
  ],
  [
    'cycle',
    'jobs:\n  a:\n    model: sonic\n    prompt: x\n    needs: [a, b]\n  b:\n    model: sonic\n    prompt: y\n',
    'Remove it from "needs"',
    'jobs:\n  a:\n    model: sonic\n    prompt: x\n    needs: [b]\n  b:\n    model: sonic\n    prompt: y\n',
  ],
  [
    'wrong-needs',
    'jobs:\n  a:\n    model: sonic\n    prompt: x\n  b:\n    model: sonic\n    prompt: y\n    needs:\n      a:\n',
    'Make it a list',
    'jobs:\n  a:\n    model: sonic\n    prompt: x\n  b:\n    model: sonic\n    prompt: y\n    needs: [a]\n',
  ],

  [
    'wrong-form',
    'model: gemini-2.5-flash-image\nprompt: x\nmatrix: {aspect_ratio: [16x9]}\n',
    'Change to "16:9"',
    'model: gemini-2.5-flash-image\nprompt: x\nmatrix: {aspect_ratio: ["16:9"]}\n',
  ],
  [
    'rule-broken',
    'model: prunaai/p-image\nprompt: x\nwidth: 512\naspect_ratio: "1:1"\n',
    'Change to "aspect_ratio: custom"',
    'model: prunaai/p-image\nprompt: x\nwidth: 512\naspect_ratio: "custom"\n',
  ],
  [
    'wrong-type',
    'model: claude-sonnet-4-5\nmessages:\n  role: user\n  content: |\n    Hi\n\n    there\nsystem: x\n',
    'Make it a list',
    'model: claude-sonnet-4-5\nmessages:\n  - role: user\n    content: |\n      Hi\n\n      there\nsystem: x\n',
  ],
];
