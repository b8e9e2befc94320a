import { buildProblem, type Problem, type TrapCode } from '../problem.ts';

/**
 * The indentation of a line of YAML, and its key or dash. Each space is matched in one way only, because lines can be
 * long.
 */
const leadPattern = /^\s*(?:-\s+)*(?:(?:"[^"]*"\s*|'[^']*'\s*|[^\s"'#[\]{}][^#:]*):\s+(?=\S))?/;

/** The trap that causes a YAML error, determined by the start of the value on its line. */
const traps: readonly (readonly [trap: TrapCode, problems: readonly string[], value: RegExp])[] = [
  ['expression-in-flow', ['unclosed-bracket', 'text-after-value', 'complex-key', 'other'], /^[[{].*\$\{\{/],
  ['braces-as-map', ['complex-key', 'text-after-value'], /^\{\{/],
  ['brackets-as-list', ['text-after-value', 'bad-indent', 'missing-colon'], /^\[.*\]/],
  ['star-as-alias', ['unknown-alias', 'text-after-value'], /^\*/],
  ['at-sign-start', ['bad-start'], /^@/],
  ['backtick-start', ['bad-start'], /^`/],
  ['percent-start', ['bad-start'], /^%/],
  ['text-after-quote', ['two-colons', 'text-after-value'], /^["']/],
  ['colon-in-text', ['two-colons'], /:\s/],
];

/**
 * Returns the trap that causes a YAML error, with the whole value as its range, which a fix can put in quotes. Null if
 * there is no trap. Text in brackets may continue on the next line, where the parser reports the error.
 */
export function findLineTrap({ args, code, start }: Problem, text: string): Problem | null {
  if (code !== 'yaml-syntax') return null;
  const problem = String(args['variant']);
  const onLine = readValue(text, start);
  const found = onLine && findTrapOf(problem, onLine.value);
  if (found) return buildTrap(found, onLine);
  if (problem !== 'bad-indent' && problem !== 'missing-colon') return null;
  const above = readValue(text, text.lastIndexOf('\n', start - 1) - 1);
  return above && findTrapOf(problem, above.value) === 'brackets-as-list' ? buildTrap('brackets-as-list', above) : null;
}

function findTrapOf(problem: string, value: string): TrapCode | null {
  return traps.find(([, problems, pattern]) => problems.includes(problem) && pattern.test(value))?.[0] ?? null;
}

interface LineValue {
  readonly value: string;
  readonly start: number;
}

function readValue(text: string, offset: number): LineValue | null {
  if (offset < 0) return null;
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const lineBreak = text.indexOf('\n', offset);
  const line = text.slice(lineStart, lineBreak < 0 ? text.length : lineBreak);
  const lead = leadPattern.exec(line)?.[0].length ?? 0;
  const value = line.slice(lead).trimEnd();
  return value === '' ? null : { value, start: lineStart + lead };
}

function buildTrap(code: TrapCode, { value, start }: LineValue): Problem {
  return buildProblem(code, { start, end: start + value.length }, { args: { text: value } });
}

export function isTrapOfSyntax({ code }: Problem): boolean {
  return traps.some(([trap]) => trap === code);
}
