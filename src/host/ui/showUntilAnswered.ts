import * as vscode from 'vscode';

/** A walkthrough takes the focus 250 ms after the user has let go of Enter, or later on a busy machine. */
const holdMs = 1500;

/**
 * Shows a list or box until `listen` passes on its answer. Undefined if the user closes it. It is disposed at the end.
 *
 * Enter in the command palette is let go of over the page below it, and a walkthrough then selects its step and focuses
 * it, which closes the list. So over such a page it is shown again for a moment, with the focus and with what was typed.
 * Over everything else the list is one like any other.
 */
export async function showUntilAnswered<Answer>(
  box: vscode.QuickInput & { items?: readonly vscode.QuickPickItem[] },
  listen: (resolve: (answer: Answer | undefined) => void, reject: (error: unknown) => void) => void,
): Promise<Answer | undefined> {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  // Tabs of editors and webviews have an input. Pages of VS Code itself have none.
  let isHeld = tab !== undefined && tab.input === undefined;
  const { ignoreFocusOut } = box;
  if (isHeld) box.ignoreFocusOut = false;
  const showAgain = (): void => {
    box.show();
    // VS Code has emptied the list.
    if (box.items) box.items = [...box.items];
  };
  const end = setTimeout(() => {
    isHeld = false;
    box.ignoreFocusOut = ignoreFocusOut;
  }, holdMs);
  try {
    return await new Promise((resolve, reject) => {
      listen(resolve, reject);
      box.onDidHide(() => (isHeld ? showAgain() : resolve(undefined)));
      box.show();
    });
  } finally {
    clearTimeout(end);
    isHeld = false;
    box.dispose();
  }
}
