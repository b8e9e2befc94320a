import type { TextChange } from '../../core/language/languageService.ts';

/** One change of an editor event. */
export interface EditorChange {
  readonly rangeOffset: number;
  readonly rangeLength: number;
  readonly text: string;
}

/**
 * Forwards the changes of one event. All offsets belong to the text before the event, so the last one in it goes first.
 */
export function applyChanges(document: { edit(change: TextChange): void }, changes: readonly EditorChange[]): void {
  const fromTheEnd = [...changes].sort((one, other) => other.rangeOffset - one.rangeOffset);
  for (const { rangeOffset, rangeLength, text } of fromTheEnd) {
    document.edit({ offset: rangeOffset, remove: rangeLength, insert: text });
  }
}
