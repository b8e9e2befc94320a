import type { TextEdit } from '../languageService.ts';

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
