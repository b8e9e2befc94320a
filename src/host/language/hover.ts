import * as vscode from 'vscode';
import type { LanguageHost } from './languageHost.ts';
import { mapRange } from './mapRange.ts';

/** Markdown of core as it is: it links nowhere and holds no command. */
export function createHoverProvider(language: LanguageHost): vscode.HoverProvider {
  return {
    async provideHover(document, position, token) {
      const opened = await language.open(document);
      if (!opened || token.isCancellationRequested) return undefined;
      const hover = opened.hover(document.offsetAt(position));
      return hover && new vscode.Hover(new vscode.MarkdownString(hover.markdown), mapRange(document, hover));
    },
  };
}
