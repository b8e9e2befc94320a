import * as vscode from 'vscode';
import { l10n } from '../../ui/l10n.ts';
import { UserError } from '../errors.ts';

/** VS Code shows no larger documents to extensions. */
const maxBytes = 50 * 1024 * 1024;

/**
 * The text that a document has now: that of the editor if it has unsaved changes or no file, otherwise that on disk.
 * The editor may not have noticed yet that another program has written the file. Throws a `UserError` if it cannot be
 * read.
 */
export async function readCurrentText(document: vscode.TextDocument): Promise<string> {
  const { uri, isDirty, encoding } = document;
  if (isDirty || uri.scheme !== 'file') return document.getText();
  const text = await readFile(uri, encoding).catch((error: unknown) => {
    const name = vscode.workspace.asRelativePath(uri);
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(l10n.t('{name} cannot be read: {reason}', { name, reason }));
  });
  // Positions in the editor are based on its own line endings.
  const shown = document.getText();
  return normalize(text) === normalize(shown) ? shown : text;
}

async function readFile(uri: vscode.Uri, encoding: string): Promise<string> {
  const { type, size } = await vscode.workspace.fs.stat(uri);
  // Reading a pipe or a device might never end.
  if ((type & vscode.FileType.File) === 0 || size > maxBytes) throw new Error('not a text file');
  return vscode.workspace.decode(await vscode.workspace.fs.readFile(uri), { encoding });
}

/** Removes what an editor changes: a byte order mark, and line endings of several kinds. */
function normalize(text: string): string {
  return text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
}
