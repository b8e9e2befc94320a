import { writeLike } from '../../../jobFile/write/writeValue.ts';
import type { TextRange } from '../../../support/textRange.ts';
import type { CompletionContext } from '../../layout/findCompletionContext.ts';
import { quoteAt, type DocumentView } from '../../view/documentView.ts';
import type { CompletionDraft } from '../completionDraft.ts';

/** The position of a value that is being written, with what is needed to write it. */
export interface ValueContext {
  /** Keys from the root down to the key of the value. */
  readonly path: readonly string[];
  readonly range: TextRange;
  readonly offset: number;
  /** The text of the value up to the cursor, and the quote that it starts with. */
  readonly typed: string;
  readonly quote: '"' | "'" | '';
  /** Text before every inserted value: a space after a colon, or the dash of a new item. */
  readonly lead: string;
  readonly isItem: boolean;
  readonly isFlow: boolean;
}

/** Quoted strings are one word here. The layout ends a word inside braces before its closing quote. */
export function findValueContext(
  view: DocumentView,
  { path, range: { start, end }, needsSpace }: Extract<CompletionContext, { kind: 'value' }>,
  offset: number,
): ValueContext {
  const range = { start, end: endOfQuotes(view.text, { start, end }) };
  return {
    path,
    range,
    offset,
    typed: view.text.slice(start, offset),
    quote: quoteAt(view.text, start),
    lead: needsSpace ? ' ' : '',
    isItem: isItem(view, start),
    isFlow: isInFlow(view, start),
  };
}

/** Returns the offset after the closing quote, if it is on the line, or else the end unchanged. */
export function endOfQuotes(text: string, { start, end }: TextRange): number {
  const pattern = { '"': /"[^"\\\n\r]*(?:\\.[^"\\\n\r]*)*"/y, "'": /'[^'\n\r]*(?:''[^'\n\r]*)*'/y, '': null }[
    quoteAt(text, start)
  ];
  if (!pattern) return end;
  pattern.lastIndex = start;
  return Math.max(end, start + (pattern.exec(text)?.[0].length ?? 0));
}

function isInFlow({ layout }: DocumentView, offset: number): boolean {
  const value = layout.findLine(offset)?.entry?.value;
  return value?.style === 'flow' && value.start < offset;
}

/** Decides by the sign before the value. Comments between the items of a list in brackets are not skipped. */
function isItem({ text }: DocumentView, offset: number): boolean {
  const before = text.slice(Math.max(0, offset - 200), offset).trimEnd();
  return /(?:^|[\s-])-$|[[,]$/.test(before);
}

/** A value to offer. `text` is its YAML, if that is not the label as a string. */
export interface Choice extends Pick<
  CompletionDraft,
  'label' | 'kind' | 'detail' | 'documentation' | 'filterText' | 'isPreselected' | 'triggersNext'
> {
  readonly text?: string;
}

/** Offers values that replace the present value, in the same quotes. */
export function writeChoices(
  { text }: DocumentView,
  valueContext: ValueContext,
  choices: readonly Choice[],
): readonly CompletionDraft[] {
  const { range, isFlow, lead } = valueContext;
  const source = text.slice(range.start, range.end);
  return choices.map(({ text: written, ...choice }) => ({
    ...choice,
    insertText: lead + (written ?? writeLike(source, choice.label, { isFlow })),
    ...range,
  }));
}
