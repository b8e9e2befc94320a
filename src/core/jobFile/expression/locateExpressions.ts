import type { TextRange } from '../../support/textRange.ts';
import { scanTemplate, type TemplatePiece } from './scanTemplate.ts';

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
