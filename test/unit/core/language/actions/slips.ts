import * as fc from '../../../../support/fastCheck.ts';

/** A slip of the hand or of a tool. `at` selects the place, and is limited to the text. */
export interface Slip {
  readonly kind: keyof typeof slips;
  readonly at: number;
  readonly sign: string;
}

/** What stands between words by mistake. The last ones are of input methods and web pages. */
const signs = [
  '"',
  "'",
  ':',
  ': ',
  '-',
  '- ',
  '{',
  '}',
  '[',
  ']',
  ',',
  '\t',
  '#',
  ' #',
  '&',
  '*',
  '|',
  '>',
  '!',
  '%',
  '@',
  '`',
  '\\',
  ...('：，、－＃“”‘’［］｛｝＄\u00a0\u2003\u3000\u200b\ufeff'.match(/./gu) ?? []),
];

/** What input methods write instead of a sign. */
const wide: Readonly<Record<string, string>> = { ':': '：', ',': '，', '-': '－', '[': '［', ']': '］', '{': '｛', '}': '｝', '#': '＃', $: '＄', '"': '“', "'": '’', ' ': '\u3000' }; // prettier-ignore

const slips = {
  'remove a character': (text, { at }) => text.slice(0, at) + text.slice(at + 1),
  'double a character': (text, { at }) => text.slice(0, at) + text.slice(at, at + 1) + text.slice(at),
  'swap two characters': (text, { at }) =>
    text.slice(0, at) + text.slice(at + 1, at + 2) + text.slice(at, at + 1) + text.slice(at + 2),
  'write a sign': (text, { at, sign }) => text.slice(0, at) + sign + text.slice(at),
  'write a sign before a word': (text, { at, sign }) => {
    const place = at + Math.max(0, text.slice(at).search(/(?<=\s)\S/));
    return text.slice(0, place) + sign + text.slice(place);
  },
  'write a sign after a word': (text, { at, sign }) => {
    const place = at + Math.max(0, text.slice(at).search(/(?<=\S)\s/));
    return text.slice(0, place) + sign + text.slice(place);
  },
  'write a sign in full width': (text, { at }) => {
    const place = at + Math.max(0, text.slice(at).search(/[-:,[\]{}#$"' ]/));
    return text.slice(0, place) + (wide[text[place] ?? ''] ?? '') + text.slice(place + 1);
  },
  'leave a merge conflict': (text, slip) =>
    changeLines(text, slip, (line, next) => ['<<<<<<< HEAD', line, '=======', next, '>>>>>>> main'], 2),
  'leave a marker of a merge': (text, slip) => changeLines(text, slip, (line) => ['=======', line]),
  'remove a line': (text, slip) => changeLines(text, slip, () => []),
  'double a line': (text, slip) => changeLines(text, slip, (line) => [line, line]),
  'swap two lines': (text, slip) => changeLines(text, slip, (line, next) => [next, line], 2),
  'join two lines': (text, slip) => changeLines(text, slip, (line, next) => [`${line} ${next.trimStart()}`], 2),
  'indent a line': (text, slip) => changeLines(text, slip, (line) => [` ${line}`]),
  'outdent a line': (text, slip) => changeLines(text, slip, (line) => [line.replace(/^ /, '')]),
  'end a line with CR LF': (text, slip) => changeLines(text, slip, (line) => [`${line}\r`]),
  'cut the rest': (text, { at }) => text.slice(0, at),
} as const satisfies Readonly<Record<string, (text: string, slip: Pick<Slip, 'at' | 'sign'>) => string>>;

function changeLines(
  text: string,
  { at }: Pick<Slip, 'at'>,
  change: (line: string, next: string) => readonly string[],
  count = 1,
): string {
  const lines = text.split('\n');
  const index = text.slice(0, at).split('\n').length - 1;
  const [line = '', next = ''] = lines.slice(index);
  return lines.toSpliced(index, count, ...change(line, next)).join('\n');
}

export const slipKinds = Object.keys(slips) as readonly Slip['kind'][];

function applySlip(text: string, { kind, at, sign }: Slip): string {
  return slips[kind](text, { at: at % (text.length + 1), sign });
}

/** Texts of a corpus with up to three slips. An editor reads a CR alone as the end of a line. */
export function slippedTexts(corpus: readonly string[]): fc.Arbitrary<string> {
  const slip = fc.record({
    kind: fc.constantFrom(...slipKinds),
    at: fc.nat({ max: 5_000 }),
    sign: fc.constantFrom(...signs),
  });
  return fc
    .tuple(fc.constantFrom(...corpus), fc.array(slip, { maxLength: 3 }))
    .map(([whole, all]) => all.reduce(applySlip, whole).replaceAll(/\r(?!\n)/g, '\n'));
}
