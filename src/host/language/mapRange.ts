import * as vscode from 'vscode';
import type { TextRange } from '../../core/support/textRange.ts';

/** Offsets are UTF-16 on both sides. */
export function mapRange(document: vscode.TextDocument, { start, end }: TextRange): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}

export function toTextRange(document: vscode.TextDocument, range: vscode.Range): TextRange {
  return { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
}
