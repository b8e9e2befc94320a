import type { TextEdit } from '../languageService.ts';

/**
 * A text under several rounds of edits. The offsets of each round belong to the text after the round before. The result
 * is a single list of edits of the original text.
 */
export class EditLog {
  readonly text: string;
  readonly #original: string;
  /** The offset in the original text of each character of `text`, and -1 for a new one. */
  readonly #origins: readonly number[];

  constructor(original: string, text = original, origins: readonly number[] = [...Array(original.length).keys()]) {
    this.text = text;
    this.#original = original;
    this.#origins = origins;
  }

  /** Edits are in the order of the text and do not overlap. */
  apply(edits: readonly TextEdit[]): EditLog {
    const pieces = edits.map(({ start, newText }, index) => [
      ...this.#origins.slice(edits[index - 1]?.end ?? 0, start),
      ...Array<number>(newText.length).fill(-1),
    ]);
    const rest = this.#origins.slice(edits.at(-1)?.end ?? 0);
    return new EditLog(this.#original, applyEdits(this.text, edits), [...pieces, rest].flat());
  }

  edits(): readonly TextEdit[] {
    const edits: TextEdit[] = [];
    let start = 0;
    let newText = '';
    for (const [at, origin] of [...this.#origins, this.#original.length].entries()) {
      if (origin < 0) newText += this.text[at];
      else {
        if (this.#original.slice(start, origin) !== newText) edits.push({ start, end: origin, newText });
        start = origin + 1;
        newText = '';
      }
    }
    return edits;
  }
}

export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let edited = '';
  let offset = 0;
  for (const { start, end, newText } of edits) {
    edited += text.slice(offset, start) + newText;
    offset = end;
  }
  return edited + text.slice(offset);
}

/** Sorts edits by position. None if one contains another, as it may in a file that cannot be parsed. */
export function orderEdits(edits: readonly TextEdit[]): readonly TextEdit[] {
  const ordered = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
  const isClear = ordered.every(({ start }, index) => start >= (ordered[index - 1]?.end ?? 0));
  return isClear ? ordered : [];
}
