import { parseExpression, parsePath } from '../../../jobFile/expression/parseExpression.ts';
import type { TextRange } from '../../../support/textRange.ts';
import {
  type ExpressionContext,
  findExpressionContext,
  type FoundExpression,
} from '../../expressions/findExpression.ts';
import { findCompletionContext } from '../../layout/findCompletionContext.ts';
import { findTextRange, type LayoutEntry, type LayoutLine, pathOf } from '../../layout/layout.ts';
import { type DocumentView, type NameRange, noQuote, quoteAt } from '../../view/documentView.ts';

export type Step = string | number;

/** What is being written at an offset of an expression. The range is that of the present word, and is often empty. */
export type ExpressionCursor =
  | { readonly kind: 'context'; readonly range: TextRange }
  /** A name below `owner`, after a dot or inside brackets. The range of brackets starts after `[` and includes `]`. */
  | {
      readonly kind: 'member';
      readonly owner: readonly Step[];
      readonly isInBrackets: boolean;
      readonly range: TextRange;
    }
  | ({ readonly kind: 'filter'; readonly range: TextRange } & Pipe)
  /** A value for a filter. `index` counts its arguments. */
  | { readonly kind: 'argument'; readonly filter: string; readonly index: number; readonly range: TextRange };

export interface Pipe {
  readonly path: readonly Step[];
  readonly filters: readonly string[];
}

/** A quoted string, closed or not, or a word. */
const wordPattern = /'[^']*'?|"(?:[^"\\]|\\.)*"?|[\p{L}\p{N}_][\p{L}\p{M}\p{N}_-]*/gu;

const closedPattern = /^(?:'[^']*'|"(?:[^"\\]|\\.)*")$/;

const isQuoted = (word: string): boolean => /^['"]/.test(word);

/** Returns what is at an offset of an expression. Null if nothing can be offered: after a finished path, or in code. */
export function parseCursor(source: string, offset: number): ExpressionCursor | null {
  const words = [...source.matchAll(wordPattern)].map(({ 0: text, index }) => ({ text, start: index }));
  const word = words.find(({ text, start }) => start <= offset && offset <= start + text.length);
  const { text = '', start = offset } = word ?? {};
  const isString = isQuoted(text);
  // A quote that is still open would include the rest of the line.
  const isComplete = !isString || closedPattern.test(text);
  const range = { start, end: isComplete ? start + text.length : offset };
  // Signs in strings have no meaning.
  const signs = source
    .slice(0, start)
    .replaceAll(wordPattern, (each) => (isQuoted(each) ? '_'.repeat(each.length) : each));
  if (signs.includes('||')) return null;
  const pipe = signs.lastIndexOf('|');
  if (pipe < 0) return readPathCursor(source, signs, { range, isString });
  const behind = signs.slice(pipe + 1);
  if (behind.trim() === '') {
    const outcome = parseExpression(source.slice(0, pipe));
    if (isString || !outcome.ok) return null;
    const { path, filters } = outcome.expression;
    return { kind: 'filter', range, path: path.map(({ step }) => step), filters: filters.map(({ name }) => name) };
  }
  // After a finished argument, the next one needs a comma.
  const [, filter, args = ''] = /^\s*([\p{L}\p{M}\p{N}_-]+)\s*\((?:([^()]*),)?\s*$/u.exec(behind) ?? [];
  if (filter === undefined) return null;
  return { kind: 'argument', filter, index: behind.includes(',') ? args.split(',').length : 0, range };
}

/** `signs` is the source before the word, with its strings masked. */
function readPathCursor(
  source: string,
  signs: string,
  { range, isString }: { readonly range: TextRange; readonly isString: boolean },
): ExpressionCursor | null {
  if (signs.trim() === '') return isString ? null : { kind: 'context', range };
  // A path has no spaces around its dots.
  const [opening] = /\.$|\[\s*$/.exec(signs) ?? [];
  const owner = opening === undefined ? [] : parsePath(source.slice(0, signs.length - opening.length));
  if (opening === undefined || owner.length === 0) return null;
  const path = owner.map(({ step }) => step);
  if (opening === '.') return isString ? null : { kind: 'member', owner: path, isInBrackets: false, range };
  const start = signs.length - opening.length + 1;
  const closing = /^\s*\]/.exec(source.slice(range.end))?.[0].length ?? 0;
  return { kind: 'member', owner: path, isInBrackets: true, range: { start, end: range.end + closing } };
}

/** An expression that can be completed. Ranges have offsets of the file. */
export interface EditedExpression extends ExpressionContext {
  /** Keys from the root down to the value that contains the expression. */
  readonly path: readonly string[];
  /** The text up to the end of the expression, or to the start of the next one. */
  readonly source: string;
  /** Offset in the file at which `source` starts. */
  readonly start: number;
  readonly isClosed: boolean;
  /** The quotes around the value. An expression inside cannot use the same quotes. */
  readonly quote: NameRange['quote'];
}

const opening = '${{';

/** Returns the expression at an offset. Null in comments and keys, and where expressions are not evaluated. */
export function findEditedExpression(
  view: DocumentView,
  { source, start, isClosed }: FoundExpression,
  offset: number,
): EditedExpression | null {
  const context = findTemplateContext(view, start - opening.length);
  if (!context) return null;
  // An expression that is not closed would include the next one.
  const next = source.indexOf(opening, offset - start);
  return next < 0
    ? { ...context, source, start, isClosed }
    : { ...context, source: source.slice(0, next), start, isClosed: false };
}

/** Finds `$` or `${`, which may become an expression. The range includes a brace that the editor has closed. */
export function findExpressionStart(
  view: DocumentView,
  offset: number,
): (Omit<EditedExpression, 'source' | 'start' | 'isClosed'> & { readonly range: TextRange }) | null {
  const line = view.layout.findLine(offset);
  if (!line) return null;
  const typed = /(?<!\$)\$\{?$/.exec(view.text.slice(line.start, offset))?.[0];
  const behind = view.text.slice(offset, Math.min(line.end, offset + 2));
  if (typed === undefined || behind.startsWith('{')) return null;
  const start = offset - typed.length;
  const context = findTemplateContext(view, start);
  if (!context) return null;
  return { ...context, range: { start, end: typed.endsWith('{') && behind.startsWith('}') ? offset + 1 : offset } };
}

type TemplateContext = Pick<EditedExpression, 'path' | 'stage' | 'job' | 'quote'>;

/** `offset` is the offset of the `$`. */
function findTemplateContext(view: DocumentView, offset: number): TemplateContext | null {
  const line = view.layout.findLine(offset);
  const entry = line?.entry;
  if (!line || !entry || !isInValue(view, line, offset)) return null;
  const isFlow = entry.value.style === 'flow';
  const inside = isFlow ? findCompletionContext(view.layout, view.text, offset) : null;
  if (inside && inside.kind !== 'value') return null;
  const path = inside?.path ?? pathOf(entry);
  const context = findExpressionContext(view.layout, path);
  if (!isEvaluated(path, context)) return null;
  const stage = path[0] === 'gen' && path[2] === 'model' ? 'model' : context.stage;
  return { path, ...context, stage, quote: quoteAround(view.text, entry, offset) };
}

/** A comment, a key and the header of a block scalar are not part of a value. */
function isInValue({ text }: DocumentView, line: LayoutLine, offset: number): boolean {
  const { start, end } = findTextRange(line, text);
  const { entry } = line;
  // The value may be on the line below its key.
  const isBelow = entry?.value.style === 'none' && offset - line.start > entry.indent;
  return start <= offset && offset < end && (line.kind !== 'bare' || isBelow);
}

/** Whether a value is evaluated. Some reserved words are read before that, or never. */
function isEvaluated(path: readonly string[], { job, stage }: ExpressionContext): boolean {
  if (stage === null) return false;
  const own = job === null ? path : path.slice(2);
  const [first = '', second = ''] = own;
  if (first === 'output' && (second === 'collision' || second === 'metadata')) return false;
  return first !== '' && first !== 'needs' && first !== 'jobs' && first !== '$schema' && !first.startsWith('x-');
}

/** Inside braces, the value may be in quotes that are open at the offset. */
function quoteAround(text: string, { value }: LayoutEntry, offset: number): EditedExpression['quote'] {
  if (value.style === 'quoted') return quoteAt(text, value.start);
  if (value.style !== 'flow') return noQuote;
  const quoted = [...text.slice(value.start, offset).matchAll(/"[^"\\]*(?:\\.[^"\\]*)*("?)|'[^']*('?)/gs)].at(-1);
  return quoted && (quoted[1] ?? quoted[2]) === '' ? quoteAt(quoted[0], 0) : noQuote;
}
