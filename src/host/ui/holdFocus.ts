import * as vscode from 'vscode';

/** Times in ms after which a list or box asks for the focus again. A walkthrough takes it up to 300 ms late. */
const againMs = [100, 400, 1000] as const;

/**
 * Waits for the answer of a list or box. A page that had the focus before the command palette, such as a walkthrough,
 * takes it back after the palette has closed, so the list asks for it again: keys would be lost otherwise. It must stay
 * open without the focus.
 */
export async function holdFocus<T>(answer: Thenable<T>): Promise<T> {
  // The command focuses whichever list is open, and does nothing without one.
  const focus = (): void => void vscode.commands.executeCommand('workbench.action.focusQuickOpen');
  const timers = againMs.map((delayMs) => setTimeout(focus, delayMs));
  try {
    return await answer;
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}
