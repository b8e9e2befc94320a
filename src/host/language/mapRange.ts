import * as vscode from 'vscode';
import type { TextRange } from '../../core/support/textRange.ts';

/** Offsets are UTF-16 on both sides. */
export function mapRange(document: vscode.TextDocument, { start, end }: TextRange): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}
