import * as vscode from 'vscode';
import { commands } from '../../ids.ts';
import { l10n } from '../../ui/l10n.ts';
import { ask } from '../../ui/message.ts';
import type { Services } from '../services.ts';
import { deleteArtifacts } from './deleteArtifacts.ts';
import { findResults, parseArtifacts } from './findResult.ts';

/** Deletes results from the disk. Their lines in the runs file and the marks file stay. */
export function createDeleteHandlers({ engineHost }: Pick<Services, 'engineHost'>) {
  return {
    /** Resolves to the paths that are gone: none if the user cancels. */
    [commands.deleteResult]: async (target: unknown, selected: unknown): Promise<readonly string[]> => {
      const results = await findResults(
        parseArtifacts(commands.deleteResult, target, selected),
        await engineHost.engine(),
      );
      return deleteArtifacts(
        results.map(({ uri }) => uri.fsPath),
        {
          l10n,
          hasTrash: vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop,
          confirm: async ({ text, details, button }) =>
            (await ask({ kind: 'warning', text, details, buttons: [button] })) === button,
          remove: async (path, { useTrash }) => vscode.workspace.fs.delete(vscode.Uri.file(path), { useTrash }),
        },
      );
    },
  };
}
