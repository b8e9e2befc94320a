import { type JsonValue, stringifyJson } from '../../support/json/json.ts';
import type { TextRange } from '../../support/textRange.ts';
import type { Reference } from '../template.ts';
import type { ContextName } from './contexts.ts';

/** An expression as it is written. Offsets are relative to the start of its source. */
export interface ParsedExpression {
  readonly path: readonly PathStep[];
  readonly filters: readonly ParsedFilter[];
}

export interface PathStep extends TextRange {
  readonly step: string | number;
}

export interface ParsedFilter extends TextRange {
  readonly name: string;
  readonly args: readonly ParsedArgument[];
}

export interface ParsedArgument extends TextRange {
  readonly value: JsonValue;
}

interface ExpressionError extends TextRange {
  /** `code`: an attempt at operators, calls or literals, which expressions do not have. */
  readonly variant: 'empty' | 'code' | 'path' | 'filter' | 'argument';
}

type ExpressionOutcome =
  | { readonly ok: true; readonly expression: ParsedExpression }
  | { readonly ok: false; readonly error: ExpressionError };

/**
 * Parses `path | filter(argument, …) | …`. A path is `name.name`, with `[0]` and `['any name']` for other keys.
 * Arguments are JSON, with single quotes as well. Never throws.
 */
export function parseExpression(source: string): ExpressionOutcome {
  const reader = new Reader(source);
  try {
    return { ok: true, expression: readExpression(reader) };
  } catch (error) {
    if (error instanceof Stop) return { ok: false, error: error.error };
    throw error;
  }
}

/** Returns the path of an expression. Empty if the expression is not valid. */
export function parsePath(source: string): readonly PathStep[] {
  const outcome = parseExpression(source);
  return outcome.ok ? outcome.expression.path : [];
}

/** Returns the names below a context that expressions reference: `color` of `vars.color`. */
export function listNamesBelow(context: ContextName, sources: readonly string[]): readonly string[] {
  return sources.flatMap((source) => {
    const [head, name] = parsePath(source);
    return head?.step === context && name ? [String(name.step)] : [];
  });
}

/** Ends parsing at the first error. It never leaves this file. */
class Stop extends Error {
  readonly error: ExpressionError;

  constructor(error: ExpressionError) {
    super(error.variant);
    this.error = error;
  }
}

class Reader {
  offset = 0;
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  skipSpaces(): void {
    this.take(/\s*/y);
  }

  take(pattern: RegExp): string | null {
    const sticky = new RegExp(pattern.source, 'yu');
    sticky.lastIndex = this.offset;
    const match = sticky.exec(this.source);
    if (!match) return null;
    this.offset += match[0].length;
    return match[0];
  }

  isAtEnd(): boolean {
    return this.offset >= this.source.length;
  }

  stop(variant: ExpressionError['variant'], start = this.offset): never {
    const end = this.source.trimEnd().length;
    // If something is missing at the end, the last character is reported.
    throw new Stop({ variant, start: Math.max(0, Math.min(start, end - 1)), end: Math.max(end, start) });
  }
}

const name = /[\p{L}_][\p{L}\p{M}\p{N}_-]*/u;
const member = /[\p{L}\p{M}\p{N}_-]+/u;
const word = /(?:true|false|null)(?![\p{L}\p{N}_])/u;
const quoted = /'[^']*'|"(?:[^"\\]|\\.)*"/uy;
const number = /-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/u;

function readExpression(reader: Reader): ParsedExpression {
  reader.skipSpaces();
  if (reader.isAtEnd()) reader.stop('empty', 0);
  const path = readPath(reader);
  const filters: ParsedFilter[] = [];
  for (reader.skipSpaces(); !reader.isAtEnd(); reader.skipSpaces()) {
    // `a || b` is code, not an empty filter.
    if (reader.take(/\|(?!\|)/) === null) reader.stop('code');
    filters.push(readFilter(reader));
  }
  return { path, filters };
}

function readPath(reader: Reader): readonly PathStep[] {
  const path = [readStep(reader, name, 'code')];
  for (;;) {
    if (reader.take(/\./) !== null) path.push(readStep(reader, member, 'path'));
    else if (reader.take(/\[/) !== null) path.push(readBracket(reader));
    else return path;
  }
}

function readStep(reader: Reader, pattern: RegExp, variant: ExpressionError['variant']): PathStep {
  const start = reader.offset;
  const step = reader.take(pattern);
  if (step === null) return reader.stop(variant, start);
  return { step: /^\d+$/.test(step) ? Number(step) : step, start, end: reader.offset };
}

function readBracket(reader: Reader): PathStep {
  reader.skipSpaces();
  const start = reader.offset;
  const text = reader.take(quoted);
  const index = text === null ? reader.take(/\d+/) : null;
  const end = reader.offset;
  reader.skipSpaces();
  if ((text === null && index === null) || reader.take(/\]/) === null) return reader.stop('path', start);
  return { step: text === null ? Number(index) : readQuoted(text), start, end };
}

function readFilter(reader: Reader): ParsedFilter {
  reader.skipSpaces();
  const start = reader.offset;
  const found = reader.take(name);
  if (found === null) return reader.stop('filter', start);
  const end = reader.offset;
  reader.skipSpaces();
  return { name: found, args: reader.take(/\(/) === null ? [] : readArguments(reader), start, end };
}

function readArguments(reader: Reader): readonly ParsedArgument[] {
  const args: ParsedArgument[] = [];
  reader.skipSpaces();
  if (reader.take(/\)/) !== null) return args;
  for (;;) {
    args.push(readArgument(reader));
    reader.skipSpaces();
    if (reader.take(/\)/) !== null) return args;
    if (reader.take(/,/) === null) reader.stop('argument');
    reader.skipSpaces();
  }
}

function readArgument(reader: Reader): ParsedArgument {
  const start = reader.offset;
  const text = reader.take(quoted);
  if (text !== null) return { value: readQuoted(text), start, end: reader.offset };
  const plain = reader.take(number) ?? reader.take(word);
  if (plain === null) return reader.stop('argument', start);
  return { value: JSON.parse(plain) as JsonValue, start, end: reader.offset };
}

/** Escapes are those of JSON. An unknown one stays unchanged. Single quotes have none. */
function readQuoted(source: string): string {
  if (source.startsWith("'")) return source.slice(1, -1);
  try {
    return JSON.parse(source) as string;
  } catch {
    return source.slice(1, -1);
  }
}

/** Writes a reference as in a job file, always with the same spelling: `jobs.idea.text | truncate(40)`. */
export function writeReference({ path, filters }: Reference): string {
  const calls = filters.map(({ name, args }) => ` | ${name}${args.length === 0 ? '' : `(${writeArguments(args)})`}`);
  return path.map(writeStep).join('') + calls.join('');
}

function writeArguments(args: readonly JsonValue[]): string {
  return args.map(stringifyJson).join(', ');
}

function writeStep(step: string | number, index: number): string {
  if (typeof step === 'number') return `[${step}]`;
  if (!/^[A-Za-z_][\w-]*$/.test(step)) return `[${JSON.stringify(step)}]`;
  return index === 0 ? step : `.${step}`;
}
