import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from '../../ui/l10n.ts';
import { UserError } from '../errors.ts';
import { findSmallestChange } from './smallestChange.ts';

/** Gives a document another text, by one edit that can be undone. The document is not saved. */
export async function replaceText(document: vscode.TextDocument, text: string): Promise<void> {
  const { start, end, insert } = findSmallestChange(document.getText(), text);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(document.positionAt(start), document.positionAt(end)), insert);
  if (await vscode.workspace.applyEdit(edit)) return;
  const name = basename(document.uri.fsPath);
  throw new UserError(l10n.t('{name} could not be edited. It may be read-only.', { name }));
}
