import { writeLike } from '../../../jobFile/write/writeScalar.ts';
import type { DocumentView } from '../../view/documentView.ts';
import type { CompletionDraft } from '../completionDraft.ts';
import type { ValueContext } from './valueContext.ts';

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
    start: range.start,
    end: range.end,
  }));
}
