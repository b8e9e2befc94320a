import type * as vscode from 'vscode';
import { makeInert } from '../../core/support/text/makeInert.ts';

type TreeText = Pick<vscode.TreeItem, 'label' | 'description' | 'tooltip' | 'accessibilityInformation'>;

/**
 * Finishes a row of a view: makes its text inert, and lets a screen reader read the row, unless the row says what to
 * read. Without `accessibilityInformation`, VS Code would let it read the tooltip instead.
 */
export function finishTreeItem<Item extends TreeText>(item: Item): Item {
  const { label, description, tooltip, accessibilityInformation } = item;
  const texts = [label, description].filter((text) => typeof text === 'string').map(makeInert);
  return Object.assign(item, {
    ...(typeof label === 'string' ? { label: makeInert(label) } : {}),
    ...(typeof description === 'string' ? { description: makeInert(description) } : {}),
    ...(typeof tooltip === 'string' ? { tooltip: tooltip.split('\n').map(makeInert).join('\n') } : {}),
    accessibilityInformation: { label: makeInert(accessibilityInformation?.label ?? texts.join(', ')) },
  });
}
