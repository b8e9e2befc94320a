import type { PreviewItem } from '../../protocol/previewItem.ts';
import type { PreviewStrings } from '../../protocol/previewStrings.ts';
import { fill } from '../format.ts';
import { nameMarks } from './marksView.ts';

/** Names a result with its marks, as a screen reader says it: `hero-3.png, starred, rating 4`. */
export function nameWithMarks(item: PreviewItem, strings: PreviewStrings): string {
  const state = item.kind === 'task' ? [strings[`state.${item.state}`]] : [];
  return [item.name, ...state, ...nameMarks(item, strings)].join(', ');
}

/** Names a cell of the grid: the result and its position, such as `…, row warm, column 3`. */
export function nameCell(
  item: PreviewItem,
  { row, column }: { readonly row: string | null; readonly column: string },
  strings: PreviewStrings,
): string {
  const parts = [
    nameWithMarks(item, strings),
    row === null ? null : fill(strings.inRow, { value: row }),
    fill(strings.inColumn, { value: column }),
  ];
  return parts.filter((part) => part !== null).join(', ');
}
