import * as vscode from 'vscode';
import { mapRange } from '../mapRange.ts';
import type { Ask } from './ask.ts';

/** Folds for jobs, maps, lists, comments and long prompts. */
export function createFoldingProvider(ask: Ask): vscode.FoldingRangeProvider {
  return {
    provideFoldingRanges: (document, _context, token) =>
      ask(document, token, (opened) =>
        opened.folds().flatMap((fold) => {
          const { start, end } = mapRange(document, fold);
          // A fold that ends before the first letter of a line leaves that line alone.
          const last = end.character === 0 ? end.line - 1 : end.line;
          const kind = fold.kind === 'comment' ? vscode.FoldingRangeKind.Comment : undefined;
          return last > start.line ? [new vscode.FoldingRange(start.line, last, kind)] : [];
        }),
      ),
  };
}
