import type { TextRange } from '../../../support/textRange.ts';
import { type ExpressionContext, findExpressionContext } from '../../expressions/expressionContext.ts';
import type { FoundExpression } from '../../expressions/findExpression.ts';
import { findCompletionContext } from '../../layout/findCompletionContext.ts';
import { type LayoutEntry, type LayoutLine, pathOf } from '../../layout/layout.ts';
import { type DocumentView, hasJobs } from '../../view/documentView.ts';

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
