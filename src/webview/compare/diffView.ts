import { element } from '../dom.ts';
import { fill } from '../format.ts';
import type { ViewContext } from '../view.ts';
import { diffTexts, type DiffRow } from './diffTexts.ts';

interface ComparedText {
  readonly name: string;
  readonly text: string;
  /** Whether the host has sent only the beginning of the file. */
  readonly isCut: boolean;
}

/** Two texts line by line beside each other, with the words marked that only one of them has. */
export function createDiffView(
  [first, second]: readonly [ComparedText, ComparedText],
  { strings }: Pick<ViewContext, 'strings'>,
): HTMLElement {
  const { rows, isCut } = diffTexts(first.text, second.text);
  const label = fill(strings.diffLabel, { first: first.name, second: second.name });
  const hints = [
    ...(rows.some(isChanged) ? [] : [strings.noTextDifference]),
    ...(isCut || first.isCut || second.isCut ? [strings.diffCut] : []),
  ];
  return element('div', { class: 'diff-view', role: 'document', attributes: { tabindex: 0, 'aria-label': label } }, [
    element('div', { class: 'diff-row diff-names', attributes: { 'aria-hidden': true } }, [
      element('div', { class: 'diff-side', text: first.name }),
      element('div', { class: 'diff-side', text: second.name }),
    ]),
    ...hints.map((text) => element('p', { class: 'hint', text })),
    ...rows.map(createRow),
  ]);
}

function isChanged({ first, second }: DiffRow): boolean {
  return first !== second;
}

/** A line that both texts have is read once. */
function createRow(row: DiffRow): HTMLElement {
  const isNew = isChanged(row);
  const second = createSide('ins', row.second);
  if (!isNew) second.ariaHidden = 'true';
  return element('div', { class: isNew ? 'diff-row changed' : 'diff-row' }, [createSide('del', row.first), second]);
}

function createSide(tag: 'del' | 'ins', parts: DiffRow['first']): HTMLElement {
  const content = parts?.map(({ text, isChanged: isMarked }) => (isMarked ? element(tag, { text }) : text)) ?? [];
  return element('div', { class: parts ? 'diff-side' : 'diff-side none' }, content);
}
