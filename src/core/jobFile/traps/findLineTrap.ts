import type { Problem, TrapCode } from '../problem.ts';

/** What a line of YAML is indented by, and its key or dash. Each blank is matched in one way only: lines can be long. */
const leadPattern = /^\s*(?:-\s+)*(?:(?:"[^"]*"\s*|'[^']*'\s*|[^\s"'#[\]{}][^#:]*):\s+(?=\S))?/;

/** Which trap a fault of the YAML comes from, told by how the value on its line starts. */
const traps: readonly (readonly [trap: TrapCode, faults: readonly string[], value: RegExp])[] = [
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
 * The trap behind a fault of the YAML, with the whole value as its range, which a fix can put in quotes; null where the
 * fault is a fault. A text in brackets may go on on the next line, where the parser stumbles.
 */
export function findLineTrap({ args, code, start }: Problem, text: string): Problem | null {
  if (code !== 'yaml-syntax') return null;
  const fault = String(args['variant']);
  const onLine = readValue(text, start);
  const found = onLine && findTrapOf(fault, onLine.value);
  if (found) return buildTrap(found, onLine);
  if (fault !== 'bad-indent' && fault !== 'missing-colon') return null;
  const above = readValue(text, text.lastIndexOf('\n', start - 1) - 1);
  return above && findTrapOf(fault, above.value) === 'brackets-as-list' ? buildTrap('brackets-as-list', above) : null;
}

function findTrapOf(fault: string, value: string): TrapCode | null {
  return traps.find(([, faults, pattern]) => faults.includes(fault) && pattern.test(value))?.[0] ?? null;
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
  return { code, severity: 'error', start, end: start + value.length, args: { text: value } };
}

export function isTrapOfSyntax({ code, severity }: Problem): boolean {
  return severity === 'error' && traps.some(([trap]) => trap === code);
}
