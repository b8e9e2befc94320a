import { basename } from 'node:path';
import * as vscode from 'vscode';
import { commands } from '../../ids.ts';
import type { JobFiles } from '../../jobFiles/jobFiles.ts';
import { l10n } from '../../ui/l10n.ts';
import { readInputPath } from '../../language/providers/inputs.ts';
import { mapRange } from '../../language/mapRange.ts';
import { pick } from '../../ui/pick.ts';
import type { Services } from '../services.ts';
import { CallError, rejectAsCall } from '../errors.ts';
import { isThere } from './findRecord.ts';
import { parseArtifacts } from './findResult.ts';

/** Makes a file an input of the job at the cursor. */
export function createInputHandlers({ language, jobFiles }: Services) {
  const use = async (target: unknown): Promise<void> => {
    const [file, ...others] = parseArtifacts(commands.useAsInput, target);
    if (!file || others.length > 0) throw new CallError(l10n.t('Select one file.'));
    const name = basename(file.fsPath);
    const editor = findEditor(jobFiles);
    if (!editor) throw new CallError(l10n.t('Open a job file (*.gen.yaml) first.'));
    const { document } = editor;
    const path = readInputPath(file, document);
    if (path === null || !(await isThere(file))) {
      throw new CallError(l10n.t('{name} is not on disk, or is outside the workspace folder.', { name }));
    }
    const { version } = document;
    const edits = (await language.open(document))?.inputEdits(document.offsetAt(editor.selection.active), path) ?? [];
    if (edits.length === 0) throw new CallError(l10n.t('No field of this job accepts {name}.', { name }));
    const items = edits.map(({ field, edit }) => ({ label: field, edit }));
    const title = l10n.t('Use as Input');
    const picked =
      items.length === 1
        ? items[0]
        : await pick(items, { title, placeHolder: l10n.t('Use {name} in which field?', { name }) });
    if (!picked) return;
    if (document.version !== version) {
      throw new CallError(l10n.t('{name} has just changed. Try again.', { name: basename(document.uri.fsPath) }));
    }
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, mapRange(document, picked.edit), picked.edit.newText);
    await vscode.workspace.applyEdit(edit);
  };
  return {
    /** Asks for the field if several accept the file. */
    [commands.useAsInput]: (target: unknown) => rejectAsCall(use(target)),
  };
}

/** Returns the editor of a job file: the active one, or one that is visible beside the results. */
function findEditor(jobFiles: JobFiles): vscode.TextEditor | undefined {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  const editors = activeTextEditor ? [activeTextEditor, ...visibleTextEditors] : visibleTextEditors;
  return editors.find(({ document }) => jobFiles.has(document));
}
