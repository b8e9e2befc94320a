import * as vscode from 'vscode';
import type { Ask } from './ask.ts';
import type { LanguageHost } from './languageHost.ts';
import { toTextRange } from './mapRange.ts';

/** Characters used and what expressions come to. VS Code shows them as `editor.inlayHints` says. */
export function createInlayProvider(
  ask: Ask,
  { onDidReadAnew }: Pick<LanguageHost, 'onDidReadAnew'>,
): vscode.InlayHintsProvider {
  return {
    onDidChangeInlayHints: onDidReadAnew,
    provideInlayHints: (document, range, token) =>
      ask(document, token, (opened) =>
        opened.inlays(toTextRange(document, range)).map(({ offset, label, tooltip }) => {
          const hint = new vscode.InlayHint(document.positionAt(offset), label);
          hint.paddingLeft = true;
          if (tooltip !== undefined) hint.tooltip = tooltip;
          return hint;
        }),
      ),
  };
}
