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

/** Lists every breakage that the operators make of a source. */
export function listBreakages(file: string, text: string): readonly Breakage[] {
  const code = maskText(text);
  return operators.flatMap(([pattern, to]) =>
    [...code.matchAll(pattern)].map(({ 0: from, index }) => ({ file, offset: index, from, to })),
  );
}

export function breakText(text: string, { offset, from, to }: Breakage): string {
  return text.slice(0, offset) + to + text.slice(offset + from.length);
}

/** What a breakage must not touch: comments, strings, and declarations without code. */
const masked =
  /\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|^(?:export )?(?:interface|type) [\s\S]*?^\}|^(?:export )?type .*;$/gm;

/** Returns the text with the same length, and spaces for each character that is not code. */
function maskText(text: string): string {
  return text.replaceAll(masked, (part) => part.replaceAll(/[^\n]/g, ' '));
}
