import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { commands } from '../ids.ts';
import { l10n } from '../l10n.ts';
import type { Services } from '../services.ts';
import { CallError, UserError } from './errors.ts';
import { isSchemaText } from './isSchemaText.ts';

/** Writes the format of job files, with the models known here, for other editors and CI. */
export function createSchemaHandler({ models }: Pick<Services, 'models'>) {
  return {
    /** A program may name the file. The user is then not asked, so only a schema is ever overwritten. */
    [commands.exportSchema]: async (target: unknown) => {
      const isNamed = target instanceof vscode.Uri;
      const uri = isNamed ? target : await askFile();
      if (!uri) return;
      if (!(await isFreeOrSchema(uri))) {
        const text = l10n.t('{name} is not a JSON Schema, so it was not overwritten. Use another file name.', {
          name: vscode.workspace.asRelativePath(uri),
        });
        throw isNamed ? new CallError(text) : new UserError(text);
      }
      const text = `${JSON.stringify(await models.schema(), null, 2)}\n`;
      await vscode.workspace.fs.writeFile(uri, Buffer.from(text, 'utf8'));
      if (!isNamed) await vscode.window.showTextDocument(uri);
    },
  };
}

/** Exported schemas have about 200 KB. A larger file is not read. */
const maxSchemaBytes = 16 * 1024 * 1024;

async function isFreeOrSchema(uri: vscode.Uri): Promise<boolean> {
  const { fs } = vscode.workspace;
  try {
    const { type, size } = await fs.stat(uri);
    const isReadable = (type & vscode.FileType.File) !== 0 && size <= maxSchemaBytes;
    return isReadable && isSchemaText(new TextDecoder().decode(await fs.readFile(uri)));
  } catch (error) {
    // A file that cannot be read for another reason is not overwritten either.
    return error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
  }
}

function askFile(): Thenable<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? homedir();
  return vscode.window.showSaveDialog({
    title: l10n.t('Export JSON Schema'),
    defaultUri: vscode.Uri.file(join(folder, 'genwright.schema.json')),
    filters: { [l10n.t('JSON Schema')]: ['json'] },
  });
}
