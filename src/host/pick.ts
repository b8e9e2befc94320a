import * as vscode from 'vscode';
import { makeInert } from '../core/support/text/inertText.ts';

/** An entry of a list. Its strings may come from others: only `icon`, the name of a product icon, shows an icon. */
export interface PickItem {
  readonly label: string;
  /** Text after the label. */
  readonly description?: string;
  /** Text below the label. */
  readonly detail?: string;
  readonly icon?: string;
  /** Whether the entry is a heading, which cannot be selected. */
  readonly isSeparator?: boolean;
}

interface PickOptions {
  readonly title?: string;
  readonly placeHolder: string;
  /** Keeps the list open when it loses the focus. */
  readonly ignoreFocusOut?: boolean;
}

/**
 * Lets the user select one of the items and searches in all of their strings. Undefined if the user closes the list.
 */
export async function pick<Item extends PickItem>(
  items: readonly Item[],
  options: PickOptions,
): Promise<Item | undefined> {
  const shown = items.map((item) => ({ ...mapItem(item), item }));
  const picked = await vscode.window.showQuickPick(shown, {
    ...options,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.item;
}

function mapItem({ label, description, detail, icon, isSeparator }: PickItem): vscode.QuickPickItem {
  return {
    label: makeInert(label),
    kind: isSeparator ? vscode.QuickPickItemKind.Separator : vscode.QuickPickItemKind.Default,
    ...(description === undefined ? {} : { description: makeInert(description) }),
    ...(detail === undefined ? {} : { detail: makeInert(detail) }),
    ...(icon === undefined ? {} : { iconPath: new vscode.ThemeIcon(icon) }),
  };
}
