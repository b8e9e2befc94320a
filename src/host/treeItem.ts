import type * as vscode from 'vscode';
import { makeInert } from '../core/support/inertText.ts';

/** The part of a tree item that holds text. */
type TreeText = Pick<vscode.TreeItem, 'label' | 'description' | 'tooltip' | 'accessibilityInformation'>;

/**
 * The last step for each row of a view: its text is inert, and a screen reader says the row. Without
 * `accessibilityInformation`, VS Code would let it say the tooltip instead.
 */
export function finishTreeItem<Item extends TreeText>(item: Item): Item {
  const { label, description, tooltip } = item;
  const texts = [label, description].filter((text) => typeof text === 'string').map(makeInert);
  return Object.assign(item, {
    ...(typeof label === 'string' ? { label: makeInert(label) } : {}),
    ...(typeof description === 'string' ? { description: makeInert(description) } : {}),
    ...(typeof tooltip === 'string' ? { tooltip: makeInertLines(tooltip) } : {}),
    accessibilityInformation: { label: texts.join(', ') },
  });
}

function makeInertLines(text: string): string {
  return text.split('\n').map(makeInert).join('\n');
}
