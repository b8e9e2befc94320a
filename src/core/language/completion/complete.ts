import type { Completion } from '../languageService.ts';
import { findCompletionContext } from '../layout/findCompletionContext.ts';
import { quoteAt, type DocumentView } from '../view/documentView.ts';
import { completeKey } from './completeKey.ts';
import type { CompletionDraft, KeyContext } from './completionDraft.ts';
import { completeExpression } from './expressions/completeExpression.ts';
import { completeValue } from './values/completeValue.ts';
import { endOfQuotes, findValueContext } from './values/valueContext.ts';

/** Returns what can be written at an offset, the best first. Empty inside prose and comments. */
export function complete(view: DocumentView, offset: number): readonly Completion[] {
  const drafts = completeExpression(view, offset) ?? completeContext(view, offset);
  if (drafts.some((draft) => draft.end === offset && isWhole(view.text, draft, drafts))) return [];
  return drafts.map((draft, index) => {
    const quote = draft.start < offset ? quoteAt(view.text, draft.start) : '';
    const filterText = putFirst(draft.filterText ?? draft.label, view.text.slice(draft.start, offset));
    return {
      ...draft,
      ...(draft.filterText === undefined ? {} : { filterText }),
      // The typed text begins with the quote.
      ...(quote === '' || filterText.startsWith(quote) ? {} : { filterText: quote + filterText }),
      sortText: String(index).padStart(4, '0'),
    };
  });
}

/** Whether a value is written already and no other one begins with it. A list of it alone would only take Enter away. */
function isWhole(text: string, { kind, start, end, insertText }: CompletionDraft, drafts: readonly CompletionDraft[]) {
  if ((kind !== 'value' && kind !== 'model') || text.slice(start, end) !== insertText) return false;
  return drafts.filter((each) => each.insertText.startsWith(insertText)).length === 1;
}

/**
 * Moves the word that begins with what was typed to the start. The editor sorts by how well the start fits, so a whole
 * word comes before letters that are scattered over a longer text.
 */
function putFirst(words: string, typed: string): string {
  const at = typed === '' ? 0 : ` ${words}`.toLowerCase().indexOf(` ${typed.toLowerCase()}`);
  return at > 0 ? `${words.slice(at)} ${words.slice(0, at).trimEnd()}` : words;
}

function completeContext(view: DocumentView, offset: number): readonly CompletionDraft[] {
  const context = findCompletionContext(view.layout, view.text, offset);
  if (context.kind === 'nothing') return [];
  if (context.kind === 'key') return completeKey(view, readQuotes(view, context), offset);
  return completeValue(view, findValueContext(view, context, offset));
}

/** A quoted key is replaced together with its quotes. */
function readQuotes({ text }: DocumentView, context: KeyContext): KeyContext {
  const end = endOfQuotes(text, context.range);
  const hasColon = context.hasColon || /^[^\S\n]*:/.test(text.slice(end, end + 20));
  return { ...context, range: { start: context.range.start, end }, hasColon };
}
