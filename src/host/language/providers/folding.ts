import * as vscode from 'vscode';
import { mapRange } from '../mapRange.ts';
import type { Ask } from '../ask.ts';

/** Folds for jobs, maps, lists, comments and long prompts. */
export function createFoldingProvider(ask: Ask): vscode.FoldingRangeProvider {
  return {
    provideFoldingRanges: (document, _context, token) =>
      ask(document, token, (opened) =>
        opened.folds().map((fold) => {
          const { start, end } = mapRange(document, fold);
          const kind = fold.kind === 'comment' ? vscode.FoldingRangeKind.Comment : undefined;
          return new vscode.FoldingRange(start.line, end.line, kind);
        }),
      ),
  };
}
