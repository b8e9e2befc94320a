import * as vscode from 'vscode';
import { commands } from '../ids.ts';
import { isJobFile } from '../jobFilePattern.ts';
import type { Services } from '../services.ts';
import { UserFault } from './fault.ts';
import { pickJobFile, toUri } from './generate/openJobFile.ts';

/** Commands that show something and change nothing. */
export function createViewHandlers({ log, preview }: Services) {
  return {
    [commands.showLog]: () => log.show(),
    [commands.previewResults]: async (target: unknown) => {
      const uri = isTarget(target) ? toUri(target) : await pickJobFile();
      if (!uri) return;
      if (!isJobFile(uri)) throw new UserFault(vscode.l10n.t('Only job files (*.gen.yaml) have results to preview.'));
      preview.show(uri);
    },
  };
}

/** Menus may pass contexts of their own instead of a file. */
function isTarget(value: unknown): value is string | vscode.Uri {
  return typeof value === 'string' || value instanceof vscode.Uri;
}
