import * as vscode from 'vscode';
import { commands } from '../ids.ts';
import type { Services } from '../services.ts';
import { pickJobFile, toUri } from './generate/openJobFile.ts';
import { requireJobFile } from './requireJobFile.ts';
import { l10n } from '../l10n.ts';

/** Commands that show something and change nothing. */
export function createViewHandlers({ log, preview, jobFiles }: Services) {
  return {
    [commands.showLog]: () => log.show(),
    [commands.previewResults]: async (target: unknown) => {
      const uri = isTarget(target) ? toUri(target) : await pickJobFile(jobFiles, l10n.t('Preview Results'));
      if (!uri) return;
      await requireJobFile(uri, jobFiles);
      preview.show(uri);
    },
  };
}

/** Menus may pass a context object instead of a file. */
function isTarget(value: unknown): value is string | vscode.Uri {
  return typeof value === 'string' || value instanceof vscode.Uri;
}
