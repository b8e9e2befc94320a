import type { TextRange } from '../../../support/textRange.ts';
import {
  type ExpressionContext,
  findExpressionContext,
  type FoundExpression,
} from '../../expressions/findExpression.ts';
import { findCompletionContext } from '../../layout/findCompletionContext.ts';
import { type LayoutEntry, type LayoutLine, pathOf } from '../../layout/layout.ts';
import { type DocumentView, hasJobs } from '../../view/documentView.ts';

/** A step of a path: a name, or the index of a list item. */
export type Step = string | number;

/** What is being written at an offset of an expression. The range is that of the present word, and is often empty. */
export type ExpressionCursor =
  /** The first word of the path. */
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

/** The path and the filters before a `|`. */
export interface Pipe {
  readonly path: readonly Step[];
  readonly filters: readonly string[];
}

interface Token extends TextRange {
  readonly text: string;
}

/** Quoted strings, closed or not, words, numbers and single signs. Spaces are skipped. */
const tokenPattern = /'[^']*'?|"(?:[^"\\]|\\.)*"?|[\p{L}\p{M}\p{N}_-]+|\|\||\S/gu;

/**
 * Returns what is at an offset of the source of an expression, which may be incomplete. Null if nothing can be offered:
 * after a finished path, or in code, which expressions do not have.
 */
export function parseCursor(source: string, offset: number): ExpressionCursor | null {
  const tokens = [...source.matchAll(tokenPattern)].map(({ 0: text, index }): Token => ({
    text,
    start: index,
    end: index + text.length,
  }));
  const word = tokens.find((token) => isWord(token) && token.start <= offset && offset <= token.end);
  const start = word?.start ?? offset;
  const before = tokens.filter((token) => token.end <= start && token !== word);
  // A quote that is still open would include the rest of the line.
  const range = { start, end: word && isComplete(word) ? word.end : offset };
  const pipe = before.findLastIndex(({ text }) => text === '|');
  if (before.some(({ text }) => text === '||')) return null;
  if (pipe < 0) return readPathCursor(before, range, source);
  if (before.length === pipe + 1) {
    const own = isQuoted(source.slice(start)) ? null : readPipe(before.slice(0, pipe));
    return own && { kind: 'filter', range, ...own };
  }
  return readArgumentCursor(before.slice(pipe + 1), range);
}

function isWord({ text }: Token): boolean {
  return /^['"\p{L}\p{N}_]/u.test(text);
}

function isQuoted(text: string): boolean {
  return /^['"]/.test(text);
}

function isComplete({ text }: Token): boolean {
  return !isQuoted(text) || /^(?:'[^']*'|"(?:[^"\\]|\\.)*")$/.test(text);
}

function readPathCursor(before: readonly Token[], range: TextRange, source: string): ExpressionCursor | null {
  const last = before.at(-1);
  const isString = isQuoted(source.slice(range.start, range.end));
  if (!last) return isString ? null : { kind: 'context', range };
  if (last.text !== '.' && last.text !== '[') return null;
  const owner = readPath(before.slice(0, -1));
  if (!owner || owner.length === 0) return null;
  if (last.text === '[') {
    const closing = /^\s*\]/.exec(source.slice(range.end))?.[0].length ?? 0;
    return { kind: 'member', owner, isInBrackets: true, range: { start: last.end, end: range.end + closing } };
  }
  // A path has no spaces around its dots.
  if (isString || last.end !== range.start) return null;
  return { kind: 'member', owner, isInBrackets: false, range };
}

/** Parses a whole path. Null if the tokens are not a path. */
function readPath(tokens: readonly Token[]): readonly Step[] | null {
  const path: Step[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const text = tokens[at]?.text ?? '';
    if (at === 0) path.push(text);
    else if (text === '.') path.push(readStep(tokens[(at += 1)]?.text ?? ''));
    else if (text === '[' && tokens[at + 2]?.text === ']') {
      path.push(readStep(tokens[at + 1]?.text ?? ''));
      at += 2;
    } else return null;
  }
  return path.every((step) => step !== '') ? path : null;
}

/** Like `parseExpression`, reads digits alone as an index. */
function readStep(text: string): Step {
  if (/^\d+$/.test(text)) return Number(text);
  return isQuoted(text) ? text.slice(1, -1) : text;
}

function readArgumentCursor(behind: readonly Token[], range: TextRange): ExpressionCursor | null {
  const [name, open, ...args] = behind;
  if (!name || open?.text !== '(' || args.some(({ text }) => text === ')')) return null;
  // After a finished argument, the next one needs a comma.
  if (args.length > 0 && args.at(-1)?.text !== ',') return null;
  return { kind: 'argument', filter: name.text, index: args.filter(({ text }) => text === ',').length, range };
}

/** Parses the path before the first `|` and the names of the filters after it. Null if that is not a path. */
function readPipe(tokens: readonly Token[]): Pipe | null {
  const pipes = tokens.flatMap(({ text }, index) => (text === '|' ? [index] : []));
  const path = readPath(tokens.slice(0, pipes[0] ?? tokens.length));
  if (!path || path.length === 0) return null;
  return { path, filters: pipes.map((index) => tokens[index + 1]?.text ?? '') };
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
  readonly quote: '"' | "'" | null;
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
  const context = findExpressionContext(path, { hasJobs: hasJobs(view) });
  if (!isEvaluated(path, context)) return null;
  const stage = path[0] === 'gen' && path[2] === 'model' ? 'model' : context.stage;
  return { path, ...context, stage, quote: quoteAround(view.text, entry, offset) };
}

/** Decides by the kind of the line. A comment, a key and the header of a block scalar are not part of a value. */
function isInValue({ text }: DocumentView, line: LayoutLine, offset: number): boolean {
  const { value, indent } = line.entry ?? {};
  if (!value || indent === undefined) return false;
  switch (line.kind) {
    case 'entry':
      return value.style !== 'none' && value.style !== 'block' && value.start <= offset && offset < value.end;
    case 'continuation':
      return value.style === 'block' || value.style === 'quoted' || !hasComment(text.slice(line.start, offset));
    case 'bare':
      // The value may be on the line below its key.
      return value.style === 'none' && offset - line.start > indent && !hasComment(text.slice(line.start, offset));
    default:
      return false;
  }
}

/** Whether a `#` starts a comment outside quotes. */
function hasComment(text: string): boolean {
  return /(?:^|\s)#/.test(text.replaceAll(/"[^"]*"|'[^']*'/g, ''));
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
  if (value.style === 'quoted') return text[value.start] === '"' ? '"' : "'";
  if (value.style !== 'flow') return null;
  const quoted = [...text.slice(value.start, offset).matchAll(/"[^"\\]*(?:\\.[^"\\]*)*("?)|'[^']*('?)/gs)].at(-1);
  if (!quoted || (quoted[1] ?? quoted[2]) !== '') return null;
  return quoted[0].startsWith('"') ? '"' : "'";
}
