import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { commands } from '../../ids.ts';
import { l10n } from '../../ui/l10n.ts';
import type { Services } from '../services.ts';
import { CallError, UserError } from '../errors.ts';

/** Writes the format of job files, with the models known here, for other editors and CI. */
export function createSchemaHandler({ models }: Services) {
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

const dialect = /^https?:\/\/json-schema\.org\//;

/**
 * Whether a file holds a JSON Schema: a JSON object whose root has a dialect of JSON Schema as its `$schema`. A
 * settings file of another tool has a `$schema` too, which names the schema that describes the file. Such a file must
 * not be overwritten.
 */
function isSchemaText(text: string): boolean {
  try {
    const root = JSON.parse(text) as { readonly $schema?: unknown } | null;
    const named = root?.$schema;
    return typeof named === 'string' && dialect.test(named);
  } catch {
    return false;
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
