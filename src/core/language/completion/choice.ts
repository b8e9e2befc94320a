import { writeLike } from '../../jobFile/write/writeScalar.ts';
import type { DocumentView } from '../documentView.ts';
import type { Draft } from './draft.ts';
import type { ValueSpot } from './valueSpot.ts';

/** One value to choose; `text` is the YAML of it where that is not the label as a text. */
export interface Choice extends Pick<Draft, 'label' | 'kind' | 'detail' | 'documentation' | 'triggersNext'> {
  readonly text?: string;
}

/** Choices in the place of what is there, in the same quotes. */
export function writeChoices({ text }: DocumentView, spot: ValueSpot, choices: readonly Choice[]): readonly Draft[] {
  const { range, isFlow, lead } = spot;
  const source = text.slice(range.start, range.end);
  return choices.map(({ text: written, ...choice }) => ({
    ...choice,
    insertText: lead + (written ?? writeLike(source, choice.label, { isFlow })),
    start: range.start,
    end: range.end,
  }));
}
