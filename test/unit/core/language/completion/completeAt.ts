import { applyEdits, orderEdits } from '../../../../../src/core/language/edits/editLog.ts';
import type { Completion, LanguageServiceOptions } from '../../../../../src/core/language/index.ts';
import { markedText } from '../../../../support/markedText.ts';
import { openAt } from '../openAt.ts';

/** Returns what is offered at the `|`, in the order of the list. */
export function completeAt(marked: string, options?: LanguageServiceOptions): readonly Completion[] {
  const { offset, document } = openAt(marked, options);
  return document.complete(offset).toSorted((a, b) => (a.sortText < b.sortText ? -1 : 1));
}

/** Returns labels without the words of the format at the end of the list. */
export function labelsAt(marked: string, options?: LanguageServiceOptions): readonly string[] {
  return completeAt(marked, options)
    .filter(({ kind }) => kind !== 'keyword')
    .map(({ label }) => label);
}

/** Returns the text after a label is selected, with `|` where a snippet puts the cursor. */
export function choose(marked: string, label: string, options?: LanguageServiceOptions): string | undefined {
  const { text } = markedText(marked);
  const chosen = completeAt(marked, options).find((each) => each.label === label);
  if (!chosen) return undefined;
  if (chosen.edits) {
    const { start, end, insertText, edits, cursorAt = 0 } = chosen;
    const edited = applyEdits(text, orderEdits([...edits, { start, end, newText: insertText }]));
    return `${edited.slice(0, cursorAt)}|${edited.slice(cursorAt)}`;
  }
  const lineStart = text.lastIndexOf('\n', chosen.start - 1) + 1;
  const indent = /^ */.exec(text.slice(lineStart, chosen.start))?.[0] ?? '';
  // The editor indents the lines of a snippet.
  const indented = chosen.insertText.replaceAll('\n', `\n${indent}`);
  const inserted = chosen.isSnippet ? fillSnippet(indented) : indented;
  return text.slice(0, chosen.start) + inserted + text.slice(chosen.end);
}

/** Returns the text of a snippet. Its tab stops contain their defaults, and the last one is `|`. */
function fillSnippet(snippet: string): string {
  return snippet.replaceAll(
    /\\([\\$}])|\$\{\d+:((?:[^\\}]|\\.)*)\}|\$0/gs,
    (whole, escaped?: string, preset?: string) => {
      if (escaped !== undefined) return escaped;
      return whole === '$0' ? '|' : (preset ?? '').replaceAll(/\\([\\$}])/g, '$1');
    },
  );
}
