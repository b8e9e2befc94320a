import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { commands } from '../ids.ts';
import type { Services } from '../services.ts';

/** Writes the format of job files, with the models known here, for other editors and CI. */
export function createSchemaHandler({ models }: Services) {
  return {
    /** A program may name the file and is asked nothing. */
    [commands.exportSchema]: async (target: unknown) => {
      const uri = target instanceof vscode.Uri ? target : await askFile();
      if (!uri) return;
      const text = `${JSON.stringify(await models.schema(), null, 2)}\n`;
      await vscode.workspace.fs.writeFile(uri, Buffer.from(text, 'utf8'));
      if (uri !== target) await vscode.window.showTextDocument(uri);
    },
  };
}

function askFile(): Thenable<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? homedir();
  return vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export JSON Schema'),
    defaultUri: vscode.Uri.file(join(folder, 'genwright.schema.json')),
    filters: { [vscode.l10n.t('JSON Schema')]: ['json'] },
  });
}
