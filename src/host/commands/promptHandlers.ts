import * as vscode from 'vscode';
import { commands } from '../ids.ts';
import type { Services } from '../services.ts';
import { requireActiveEditor } from './requireJobFile.ts';
import { l10n } from '../l10n.ts';
import { showBriefly } from '../message.ts';

/** Commands for long strings in job files. */
export function createPromptHandlers({ language, jobFiles }: Pick<Services, 'language' | 'jobFiles'>) {
  return {
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
