import type { TextEdit } from '../languageService.ts';

/** A piece of the original text, or new text. */
type Piece =
  | { readonly kind: 'old'; readonly start: number; readonly end: number }
  | { readonly kind: 'new'; readonly text: string };

/**
 * A text under several rounds of edits. The offsets of each round belong to the text after the round before. The result
 * is a single list of edits of the original text.
 */
export interface EditLog {
  readonly text: string;
  /** Edits are in the order of the text and do not overlap. */
  apply(edits: readonly TextEdit[]): EditLog;
  edits(): readonly TextEdit[];
}

export function createEditLog(original: string): EditLog {
  return buildLog(original, original, [{ kind: 'old', start: 0, end: original.length }]);
}

function buildLog(original: string, text: string, pieces: readonly Piece[]): EditLog {
  return {
    text,
    apply: (edits) => buildLog(original, applyEdits(text, edits), editPieces(pieces, edits)),
    edits: () => listEdits(original, pieces),
  };
}

function editPieces(pieces: readonly Piece[], edits: readonly TextEdit[]): readonly Piece[] {
  let offset = 0;
  const edited: Piece[] = [];
  for (const { start, end, newText } of edits) {
    edited.push(...cutPieces(pieces, offset, start), { kind: 'new', text: newText });
    offset = end;
  }
  return [...edited, ...cutPieces(pieces, offset, Infinity)];
}

/** Returns the pieces between two offsets of the combined text. */
function cutPieces(pieces: readonly Piece[], from: number, to: number): readonly Piece[] {
  let offset = 0;
  return pieces.flatMap((piece): readonly Piece[] => {
    const length = piece.kind === 'old' ? piece.end - piece.start : piece.text.length;
    const start = Math.max(from - offset, 0);
    const end = Math.min(to - offset, length);
    offset += length;
    if (start >= end) return [];
    if (piece.kind === 'new') return [{ kind: 'new', text: piece.text.slice(start, end) }];
    return [{ kind: 'old', start: piece.start + start, end: piece.start + end }];
  });
}

function listEdits(original: string, pieces: readonly Piece[]): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  let offset = 0;
  let newText = '';
  const close = (start: number): void => {
    if (original.slice(offset, start) !== newText) edits.push({ start: offset, end: start, newText });
    newText = '';
  };
  for (const piece of pieces) {
    if (piece.kind === 'new') newText += piece.text;
    else {
      close(piece.start);
      offset = piece.end;
    }
  }
  close(original.length);
  return edits;
}

/** Applies edits that are in the order of the text and do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let edited = '';
  let offset = 0;
  for (const { start, end, newText } of edits) {
    edited += text.slice(offset, start) + newText;
    offset = end;
  }
  return edited + text.slice(offset);
}
