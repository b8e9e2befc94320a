import type { PreviewItem } from '../../protocol/previewItem.ts';
import { element } from '../dom.ts';
import type { Formats } from '../format.ts';

/** Says about the active item what its cell has no room for. */
export function showInfo(line: HTMLElement, item: PreviewItem | undefined, formats: Formats): void {
  line.hidden = !item;
  if (!item) return;
  const parts = [
    item.name,
    ...item.axes.map(([name, value]) => `${name}: ${value}`),
    item.model,
    item.amountUsd === null || item.isSandbox ? null : formats.usd(item.amountUsd),
    item.note,
  ];
  line.replaceChildren(
    element('span', { class: 'info-facts', text: parts.filter((part) => part !== null).join(' · ') }),
    element('span', { class: 'info-prompt', text: item.prompt ?? '' }),
  );
}
