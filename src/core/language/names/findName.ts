import type { TextRange } from '../../support/textRange.ts';
import type { DocumentView } from '../view/documentView.ts';
import type { NameGroup, NameRange } from '../view/nameRange.ts';

export interface FoundName {
  readonly group: NameGroup;
  /** The occurrence of the name at the offset. */
  readonly nameRange: NameRange;
}

/** Returns the name at an offset. Both ends of the name are included. */
export function findName({ names }: DocumentView, offset: number): FoundName | null {
  for (const group of names) {
    const nameRange = group.nameRanges.find(
      ({ start, end, writing }) => writing !== 'hidden' && start <= offset && offset <= end,
    );
    if (nameRange) return { group, nameRange };
  }
  return null;
}

/** Returns the references in the order of the text, including the declarations. */
export function findReferences(view: DocumentView, offset: number): readonly TextRange[] {
  const nameRanges = findName(view, offset)?.group.nameRanges ?? [];
  return nameRanges.map(({ start, end }) => ({ start, end }));
}
