import type { LayoutValue } from './layout.ts';

/** Reads the lines of a value in order, each once, and returns whether it ends in this one. */
export type FindEnd = (line: string) => boolean;

/** Comments, quotes, brackets, and words. Quotes inside a word have no meaning. */
const tokenPattern = /(?<=^|\s)#.*|["'[\]{}]|[^\s:,"'[\]{}][^\s,[\]{}]*/gs;

/** The text after an opening quote up to the closing one. */
const restOfQuoted: ReadonlyMap<string, RegExp> = new Map([
  ['"', /[^"\\]*(?:\\.[^"\\]*)*"/sy],
  ["'", /[^']*(?:''[^']*)*'(?!')/y],
]);

const steps: ReadonlyMap<string, number> = new Map([
  ['[', 1],
  ['{', 1],
  [']', -1],
  ['}', -1],
]);

/** Finds where a value in quotes or brackets ends. Null for plain and block scalars: only indentation ends them. */
export function createEndFinder(style: LayoutValue['style']): FindEnd | null {
  if (style !== 'quoted' && style !== 'flow') return null;
  let depth = 0;
  let rest: RegExp | undefined;
  return (line) => {
    for (let at = 0; ;) {
      const found = matchAt(rest ?? tokenPattern, line, at);
      if (!found) return false;
      const [token] = found;
      at = found.index + token.length;
      const step = rest ? 0 : steps.get(token);
      rest = rest ? undefined : restOfQuoted.get(token);
      depth += step ?? 0;
      if (step !== undefined && depth <= 0) return true;
    }
  };
}

function matchAt(pattern: RegExp, line: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(line);
}
