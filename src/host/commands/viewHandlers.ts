import * as vscode from 'vscode';
import { commands } from '../ids.ts';
import { l10n } from '../l10n.ts';
import { showBriefly } from '../message.ts';
import type { Services } from '../services.ts';
import { isFileArgument, toUri } from './fileArgument.ts';
import { pickJobFile } from './pickJobFile.ts';
import { requireActiveEditor, requireJobFile } from './requireJobFile.ts';

/** Commands that show something and change nothing. */
export function createViewHandlers({ log, preview, language, jobFiles }: Services) {
  const findJobFile = async (target: unknown, title: string): Promise<vscode.Uri | undefined> => {
    const uri = isFileArgument(target) ? toUri(target) : await pickJobFile(jobFiles, title);
    if (uri) await requireJobFile(uri, jobFiles);
    return uri && fileOf(uri);
  };
  return {
    [commands.showLog]: () => log.show(),
    [commands.previewResults]: async (target: unknown) => {
      const uri = await findJobFile(target, l10n.t('Preview Results'));
      if (uri) preview.show(uri);
    },
    [commands.showContactSheet]: async (target: unknown) => {
      const uri = await findJobFile(target ?? preview.activeJobFile(), l10n.t('Show Contact Sheet'));
      if (uri) preview.showSheet(uri);
    },
    [commands.foldPrompts]: async () => {
      const { document } = requireActiveEditor(jobFiles);
      const folds = (await language.open(document))?.folds().filter(({ kind }) => kind === 'prose') ?? [];
      const selectionLines = folds.map(({ start }) => document.positionAt(start).line);
      if (selectionLines.length === 0) {
        showBriefly(l10n.t('There is no long prompt to fold.'));
        return;
      }
      await vscode.commands.executeCommand('editor.fold', { selectionLines, levels: 1, direction: 'down' });
    },
  };
}

/** An untitled job file that has a folder shares its preview with the file that it becomes. */
function fileOf(uri: vscode.Uri): vscode.Uri {
  return uri.scheme === 'untitled' && uri.path.startsWith('/') ? vscode.Uri.file(uri.fsPath) : uri;
}
