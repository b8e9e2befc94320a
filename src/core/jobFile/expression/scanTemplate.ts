import { lineEndAt } from '../../support/text/lines.ts';
import type { TextRange } from '../../support/textRange.ts';

/** A piece of a string: characters, or the source between `${{` and `}}`. */
export type TemplatePiece =
  | { readonly kind: 'text'; readonly text: string }
  | (TextRange & {
      readonly kind: 'expression';
      readonly source: string;
      /** Offset in the string at which `source` starts. */
      readonly sourceStart: number;
      readonly isClosed: boolean;
    });

const opening = '${{';
/** The escape for the three characters `${{`. */
const escape = '$${{';

/** The source up to its end. Braces inside quotes do not end it. It ends on its line. */
const wholeExpression = /\$\{\{((?:[^'"}\n]|'[^'\n]*'|"(?:[^"\\\n]|\\.)*"|\}(?!\}))*)(\}\})/y;
/** If the quotes do not match, the first closing braces end the expression, as well as the others of that line. */
const roughExpression = /\$\{\{([^\n]*?)(\}\}|(?=\n)|$)/y;

/** Splits a string at its expressions, which may be empty or not closed, and removes the escapes. Never throws. */
export function scanTemplate(text: string): readonly TemplatePiece[] {
  if (!text.includes(opening)) return [{ kind: 'text', text }];
  const pieces: TemplatePiece[] = [];
  let plain = '';
  /** Quotes do not match before this offset. */
  let roughEnd = 0;
  for (let offset = 0; offset < text.length;) {
    const next = text.indexOf(opening, offset);
    if (next < 0) {
      plain += text.slice(offset);
      break;
    }
    if (next > offset && text.startsWith(escape, next - 1)) {
      plain += text.slice(offset, next - 1) + opening;
      offset = next + opening.length;
      continue;
    }
    plain += text.slice(offset, next);
    if (plain !== '') pieces.push({ kind: 'text', text: plain });
    plain = '';
    const whole = next < roughEnd ? null : matchAt(wholeExpression, text, next);
    // Following open quotes to the end of the line again, for each of its expressions, would take quadratic time.
    if (!whole && next >= roughEnd) roughEnd = lineEndAt(text, next);
    const piece = buildExpression(next, whole ?? matchAt(roughExpression, text, next));
    pieces.push(piece);
    offset = piece.end;
  }
  if (plain !== '') pieces.push({ kind: 'text', text: plain });
  return pieces;
}

function buildExpression(start: number, match: RegExpExecArray | null): Extract<TemplatePiece, { kind: 'expression' }> {
  const [all = opening, source = '', closing = ''] = match ?? [];
  const isClosed = closing !== '';
  return { kind: 'expression', source, sourceStart: start + opening.length, isClosed, start, end: start + all.length };
}

function matchAt(pattern: RegExp, text: string, start: number): RegExpExecArray | null {
  const sticky = new RegExp(pattern.source, pattern.flags);
  sticky.lastIndex = start;
  return sticky.exec(text);
}

type ExpressionPiece = Extract<TemplatePiece, { kind: 'expression' }>;

/** Converts a range in the source of an expression to a range of the file. */
export type Locate = (range: TextRange) => TextRange;

/**
 * Returns where the expressions of a scalar are in the file. An expression is written the same way in the file,
 * whatever the style of the scalar. If escapes or folded lines change it, its problems are shown at the whole scalar.
 * `text` is null for a scalar of another file, which has one range for all.
 */
export function locateExpressions(
  node: TextRange,
  pieces: readonly ExpressionPiece[],
  text: string | null,
): ReadonlyMap<TemplatePiece, Locate> {
  const atScalar: Locate = () => ({ start: node.start, end: node.end });
  const source = text === null ? '' : text.slice(node.start, node.end);
  const written = scanTemplate(source).filter((piece) => piece.kind === 'expression');
  const locateAt = (piece: ExpressionPiece, index: number): Locate => {
    const found = written[index];
    if (written.length !== pieces.length || found?.source !== piece.source) return atScalar;
    const start = node.start + found.sourceStart;
    return (range) => ({ start: start + range.start, end: start + range.end });
  };
  return new Map(pieces.map((piece, index) => [piece, locateAt(piece, index)]));
}
