import type { OfferRow } from './fixRow.ts';

const many = Array.from({ length: 20 }, (_, at) => `v${at}: 1`).join(', ');

/** Problems in expressions. */
export const offersForExpressions: readonly OfferRow[] = [
  ['bad-expression', 'vars: {a: b}\nmodel: sonic\nprompt: ${{ vars.a.length() }}\n', ''],
  ['bad-expression', 'vars: {a: b}\nmodel: sonic\nprompt: ${{ vars.a.trim(1) }}\n', ''],
  ['bad-expression', 'vars: {a: b}\nmodel: sonic\nprompt: ${{ vars.a.trim() + 1 }}\n', ''],
  ['bad-expression', 'vars: {a: b}\nmodel: sonic\nprompt: ${{ vars.a || vars.a }}\n', ''],
  ['bad-expression', 'vars: {a: b}\nmodel: sonic\nprompt: ${{ vars.a ?? "c" }}\n', '*Use the filter "default"'],
  ['bad-expression', 'vars: {a: b}\nmodel: sonic\nprompt: ${{ vars.a | | upper }}\n', ''],
  ['bad-expression', 'vars: {a: b}\nmodel: sonic\nprompt: ${{ vars.a | 5 }}\n', ''],
  ['bad-expression', 'vars: {a: b}\nmodel: sonic\nprompt: ${{ vars...a }}\n', ''],
  ['bad-expression', 'vars: {a: b}\nmodel: sonic\nprompt: ${{ vars. }}\n', ''],
  ['bad-expression', 'vars: {a: b}\nmodel: sonic\nprompt: ${{ .a }}\n', ''],
  ['bad-expression', 'vars: {a: b}\nmodel: sonic\nprompt: ${{ vars.a | default(red blue) }}\n', ''],
  ['bad-expression', 'vars: {a: b}\nmodel: sonic\nprompt: ${{ vars.a | default(red) }}\n', '*Change to "\'red\'"'],
  ['bad-expression', "vars: {a: b}\nmodel: sonic\nprompt: '${{ vars.a'\n", '*Close the expression with "}}"'],
  ['bad-expression', 'vars: {a: b}\nmodel: sonic\nprompt: ${{ vars.a\n', '*Close the expression with "}}"'],
  ['bad-expression', 'vars: {a: b}\nmodel: sonic\nprompt: "${{ vars.a and ${{ vars.a }}"\n', ''],
  [
    'bad-expression',
    'model: sonic\nprompt: "${{ }} and ${{}}"\n',
    'Remove the empty expression | Remove the empty expression',
  ],
  ['wrong-argument', "vars: {a: b}\nmodel: sonic\nprompt: ${{ vars.a | words('3') }}\n", '*Change to "3"'],
  ['wrong-argument', 'vars: {a: b}\nmodel: sonic\nprompt: ${{ vars.a | words(3.7) }}\n', '*Change to "3"'],
  ['wrong-argument', 'vars: {a: b}\nmodel: sonic\nprompt: ${{ vars.a | words(-3) }}\n', '*Change to "3"'],
  ['wrong-argument', 'vars: {a: b}\nmodel: sonic\nprompt: ${{ vars.a | words(true) }}\n', ''],
  ['wrong-argument', 'vars: {a: [b]}\nmodel: sonic\nprompt: ${{ vars.a | join(1) }}\n', '*Change to "\'1\'"'],
  ['wrong-argument', 'vars: {a: b}\nmodel: sonic\nprompt: ${{ vars.a | words }}\n', ''],
  ['wrong-argument', 'vars: {a: b}\nmodel: sonic\nprompt: ${{ vars.a | words(1, 2) }}\n', ''],
  ['wrong-argument', 'vars: {a: b}\nmodel: sonic\nprompt: ${{ vars.a | upper(1, 2) }}\n', '*Change to "upper"'],
  ['unknown-context', 'vars: {color: red}\nmodel: sonic\nprompt: ${{ xyzzy }}\n', ''],
  ['unknown-context', 'matrix: {mood: [a]}\nmodel: sonic\nprompt: ${{ mood }}\n', '*Change to "matrix.mood"'],
  [
    'unknown-context',
    'jobs:\n  a: {model: sonic, prompt: "${{ mood }}", matrix: {mood: [a]}}\n  b: {model: sonic, prompt: "${{ mood }}", vars: {mood: b}}\n',
    '*Change to "matrix.mood" | *Change to "vars.mood"',
  ],
  [
    'unknown-name',
    'vars: {a: 1, b: 2, c: 3, d: 4}\nmodel: sonic\nprompt: ${{ vars.xyzzy }}\n',
    'Change to "a" | Change to "b" | Change to "c" | Change to "d" | Add the variable "xyzzy"',
  ],
  [
    'unknown-name',
    'vars: {a: 1, b: 2, c: 3, d: 4, e: 5}\nmodel: sonic\nprompt: ${{ vars.xyzzy }}\n',
    'Add the variable "xyzzy"',
  ],
  [
    'unknown-name',
    'vars: {color: 1}\nmodel: sonic\nprompt: ${{ vars["colour"] }}\n',
    '*Change to "color" | Add the variable "colour"',
  ],
  ['unknown-name', 'vars: {color: 1}\nmodel: sonic\nprompt: ${{ vars }}\n', ''],
  [
    'unknown-name',
    'matrix: {mood: [a]}\nmodel: sonic\nprompt: ${{ matrix.moood }}\n',
    '*Change to "mood" | Add "moood" to "matrix"',
  ],
  [
    'unknown-name',
    'jobs:\n  one: {model: sonic, prompt: x}\n  two: {model: sonic, prompt: "${{ jobs.three.url }}"}\n',
    'Change to "one"',
  ],
  [
    'unknown-name',
    'jobs:\n  one: {model: sonic, prompt: x}\n  two: {model: sonic, prompt: x, needs: [one, gone]}\n',
    '*Change to "one" | Remove it from "needs"',
  ],
  [
    'unknown-name',
    'jobs:\n  one: {model: sonic, prompt: x}\n  two: {model: sonic, prompt: x, needs: gone}\n',
    '*Change to "one" | Remove "needs"',
  ],
  ['unknown-filter', 'vars: {a: b}\nmodel: sonic\nprompt: ${{ vars.a | xyzzy }}\n', 'Remove the filter'],
  ['blocked-env', 'model: sonic\nprompt: ${{ env.SECRET }}\n', '*Allow "SECRET" in the settings'],
  ['blocked-env', "model: sonic\nprompt: '${{ env.UNSET }}'\n", 'Use an empty string as the default'],
  ['blocked-env', 'model: sonic\nprompt: x\noutput: ${{ env.UNSET }}\n', 'Use an empty string as the default'],
  [
    'unknown-name',
    'model: sonic\nprompt: ${{ file }}\n',
    'Change to "file.base" | Change to "file.dir" | Change to "file.name"',
  ],
  ['unknown-name', `vars: {${many}}\nmodel: sonic\nprompt: \${{ vars.xyzzy }}\n`, 'Add the variable "xyzzy"'],
  [
    'unknown-name',
    'vars: {color: 1}\nmodel: sonic\nprompt: "${{ vars[\\"colour\\"] }}"\n',
    'Add the variable "colour"',
  ],
  ['unknown-name', 'jobs:\n  one: {model: sonic, prompt: x}\n  two: {model: sonic, prompt: "${{ jobs.one }}"}\n', ''],
  [
    'unknown-filter',
    'vars: {a: b}\nmodel: sonic\nprompt: ${{ vars.a |uper(1) }}\n',
    '*Change to "upper" | Remove the filter',
  ],
  [
    'cycle',
    'jobs:\n  a: {model: sonic, prompt: x, needs: [b, c]}\n  b: {model: sonic, prompt: x, needs: a}\n  c: {model: sonic, prompt: x}\n',
    'Remove it from "needs"',
  ],
];
