/** A small breakage of one source file. */
export interface Breakage {
  /** Relative to the root of the repository, with slashes. */
  readonly file: string;
  /** Offset of `from` in the text of the file. */
  readonly offset: number;
  readonly from: string;
  readonly to: string;
}

/** What is replaced, and by what. Spaces on both sides keep the patterns away from types. */
const operators: readonly (readonly [RegExp, string])[] = [
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/ < /g, ' <= '],
  [/ <= /g, ' < '],
  [/ > /g, ' >= '],
  [/ >= /g, ' > '],
  [/ \+ 1\b/g, ' + 2'],
  [/ - 1\b/g, ' - 2'],
  [/ \?\? /g, ' && '],
  [/\btrue\b(?=[;,)\]])/g, 'false'],
  [/\bfalse\b(?=[;,)\]])/g, 'true'],
  [/\bif \((?=[^()]*\) )/g, 'if (true || '],
  [/\bif \((?=[^()]*\) )/g, 'if (false && '],
  [/^ {2,}(?:await )?[\w.#]+\([^()]*\);$/gm, ''],
];

/** A breakage of these changes nothing that a user could see, or only when memory is freed. */
const unseen = /\blog\b|\.unref\(|\.removeEventListener\(|\b(?:once|ref|force|signal): (?:true|false)/;

/** Lists every breakage that the operators make of a source. */
export function listBreakages(file: string, text: string): readonly Breakage[] {
  const code = maskText(text);
  const breakages = operators.flatMap(([pattern, to]) =>
    [...code.matchAll(pattern)].map(({ index, 0: { length } }): Breakage => {
      return { file, offset: index, from: text.slice(index, index + length), to };
    }),
  );
  return breakages.filter((breakage) => !unseen.test(readLine(code, breakage.offset).text));
}

/** Says where a breakage is and what it changes. */
export function describeBreakage({ file, offset, from, to }: Breakage, text: string): string {
  const { number } = readLine(text, offset);
  return `${file}:${number}: ${JSON.stringify(from.trim())} → ${JSON.stringify(to.trim())}`;
}

/** Returns the line at an offset. The first line has the number 1. */
function readLine(text: string, offset: number): { readonly number: number; readonly text: string } {
  const number = text.slice(0, offset).split('\n').length;
  return { number, text: text.split('\n')[number - 1] ?? '' };
}

export function breakText(text: string, { offset, from, to }: Breakage): string {
  return text.slice(0, offset) + to + text.slice(offset + from.length);
}

/** What a breakage must not touch: comments, strings, and declarations without code. */
const masked =
  /\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|^(?:export )?interface (?:.*\{\}$|[\s\S]*?^\})|^(?:export )?type [\s\S]*?;\n(?! )/gm;

/** Returns the text with the same length, and spaces for each character that is not code. */
function maskText(text: string): string {
  return text.replaceAll(masked, (part) => part.replaceAll(/[^\n]/g, ' '));
}
