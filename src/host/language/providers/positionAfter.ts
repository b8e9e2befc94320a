import { applyEdits } from '../../../core/language/edits/applyEdits.ts';
import type { TextEdit } from '../../../core/language/languageService.ts';

/** Returns line and character, zero-based, of an offset in the text after these edits. */
export function positionAfter(
  text: string,
  { edits, offset }: { readonly edits: readonly TextEdit[]; readonly offset: number },
): readonly [line: number, character: number] {
  const lines = applyEdits(text, edits)
    .slice(0, offset)
    .split(/\r\n|\r|\n/);
  return [lines.length - 1, lines.at(-1)?.length ?? 0];
}
