import * as vscode from 'vscode';
import type { LanguageHost } from '../languageHost.ts';
import { toTextRange } from '../mapRange.ts';
import type { Ask } from '../ask.ts';

/** Shows the characters used and the values of expressions. VS Code shows them according to `editor.inlayHints`. */
export function createInlayProvider(
  ask: Ask,
  { onDidInvalidate }: Pick<LanguageHost, 'onDidInvalidate'>,
): vscode.InlayHintsProvider {
  return {
    onDidChangeInlayHints: onDidInvalidate,
    provideInlayHints: (document, range, token) =>
      ask(document, token, (opened) =>
        opened.inlays(toTextRange(document, range)).map(({ offset, label, tooltip }) => {
          const hint = new vscode.InlayHint(document.positionAt(offset), label);
          hint.paddingLeft = true;
          hint.tooltip = tooltip;
          return hint;
        }),
      ),
  };
}
