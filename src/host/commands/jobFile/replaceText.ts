import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { TextRange } from '../../../core/support/textRange.ts';
import { l10n } from '../../ui/l10n.ts';
import { UserError } from '../errors.ts';

/** Gives a document another text, by one edit that can be undone. The document is not saved. */
export async function replaceText(document: vscode.TextDocument, text: string): Promise<void> {
  const { start, end, insert } = findSmallestChange(document.getText(), text);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(document.positionAt(start), document.positionAt(end)), insert);
  if (await vscode.workspace.applyEdit(edit)) return;
  const name = basename(document.uri.fsPath);
  throw new UserError(l10n.t('{name} could not be edited. It may be read-only.', { name }));
}

/**
 * Finds the one range in which two strings differ, and its content in the second string, so that cursors and decorations
 * around the range are kept.
 */
export function findSmallestChange(before: string, after: string): TextRange & { readonly insert: string } {
  const limit = Math.min(before.length, after.length);
  let start = 0;
  while (start < limit && before[start] === after[start]) start += 1;
  // A line break of two characters and a surrogate pair are never split.
  while (/[\r\ud800-\udbff]/.test(before[start - 1] ?? '')) start -= 1;
  let kept = 0;
  while (kept < limit - start && before.at(-1 - kept) === after.at(-1 - kept)) kept += 1;
  while (kept > 0 && (isSplit(before, kept) || isSplit(after, kept))) kept -= 1;
  return { start, end: before.length - kept, insert: after.slice(start, after.length - kept) };
}

/** Whether a cut before the last `kept` units of the string would split a line break or a surrogate pair. */
function isSplit(text: string, kept: number): boolean {
  return /^(?:\r\n|[\ud800-\udbff][\udc00-\udfff])$/.test(text.slice(-kept - 1).slice(0, 2));
}
