import * as vscode from 'vscode';

/** A walkthrough takes the focus 250 ms after the user has let go of Enter, or later on a busy machine. */
const holdMs = 750;

/** Shorter than the time between two keys. */
const againMs = 50;

/**
 * Opens a list or box and waits for its answer. Enter in the command palette is let go of over the page below it, and a
 * walkthrough then selects its step and focuses it. So over such a page the list stays open without the focus, and asks
 * for it again for a moment: keys would be lost otherwise. Over everything else the list is one like any other.
 */
export async function holdFocus<T>(open: (ignoreFocusOut: boolean) => Thenable<T>): Promise<T> {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  // Tabs of editors and webviews have an input. Pages of VS Code itself have none.
  const isOverPage = tab !== undefined && tab.input === undefined;
  const answer = open(isOverPage);
  if (!isOverPage) return answer;
  // The command focuses whichever list is open, and does nothing without one.
  const focus = (): void => void vscode.commands.executeCommand('workbench.action.focusQuickOpen');
  const again = setInterval(focus, againMs);
  const end = setTimeout(() => clearInterval(again), holdMs);
  try {
    return await answer;
  } finally {
    clearInterval(again);
    clearTimeout(end);
  }
}
