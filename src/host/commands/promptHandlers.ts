import * as vscode from 'vscode';
import { commands } from '../ids.ts';
import { isJobFile } from '../jobFilePattern.ts';
import type { Services } from '../services.ts';
import { UserFault } from './fault.ts';

/** Commands for long texts in job files. */
export function createPromptHandlers({ language }: Pick<Services, 'language'>) {
  return {
    [commands.foldPrompts]: async () => {
      const { activeTextEditor } = vscode.window;
      if (!activeTextEditor || !isJobFile(activeTextEditor.document.uri)) {
        throw new UserFault(vscode.l10n.t('Open a job file (*.gen.yaml) first.'));
      }
      const { document } = activeTextEditor;
      const folds = (await language.open(document))?.folds().filter(({ kind }) => kind === 'prose') ?? [];
      const selectionLines = folds.map(({ start }) => document.positionAt(start).line);
      if (selectionLines.length === 0) {
        vscode.window.setStatusBarMessage(vscode.l10n.t('There is no long prompt to fold.'), 5_000);
        return;
      }
      await vscode.commands.executeCommand('editor.fold', { selectionLines, levels: 1, direction: 'down' });
    },
  };
}
