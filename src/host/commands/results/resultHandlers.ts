import { basename, dirname, resolve } from 'node:path';
import * as vscode from 'vscode';
import { maxCompared } from '../../../protocol/sheet.ts';
import { commands } from '../../ids.ts';
import type { JobFiles } from '../../jobFiles/jobFiles.ts';
import { mapRange } from '../../language/mapRange.ts';
import { readInputPath } from '../../language/providers/inputs.ts';
import { l10n } from '../../ui/l10n.ts';
import { ask, confirm, showBriefly } from '../../ui/message.ts';
import { pick } from '../../ui/pick.ts';
import type { Services } from '../services.ts';
import { CallError, rejectAsCall } from '../errors.ts';
import { resolveJobFile } from '../jobFile/requireJobFile.ts';
import { isThere } from '../../results/resultFiles.ts';
import { findResults, parseArtifacts, type ResultFile } from './findResult.ts';

/** Compares results, deletes them, and makes them inputs. */
export function createResultHandlers(services: Services) {
  return {
    /** A job file and its artifacts, as paths or Uris. Without artifacts, the user selects them in the contact sheet. */
    [commands.compareResults]: (target: unknown, artifacts: unknown): Promise<void> =>
      Array.isArray(artifacts) ? rejectAsCall(compare(artifacts, services)) : select(target, services),
    /**
     * Deletes results from the disk. Their lines in the runs file and the marks file stay. Resolves to the paths that
     * are gone: none if the user cancels.
     */
    [commands.deleteResult]: async (target: unknown, selected: unknown): Promise<readonly string[]> => {
      const paths = parseArtifacts(commands.deleteResult, target, selected);
      const results = await findResults(paths, await services.engineHost.engine());
      return deleteArtifacts(results.map(({ uri }) => uri.fsPath));
    },
    /** Makes a file an input of the job at the cursor. Asks for the field if several accept the file. */
    [commands.useAsInput]: (target: unknown) => rejectAsCall(useAsInput(target, services)),
  };
}

async function compare(artifacts: readonly unknown[], { engineHost, preview }: Services): Promise<void> {
  const paths = parseArtifacts(commands.compareResults, artifacts);
  if (paths.length < 2 || paths.length > maxCompared) {
    throw new CallError(l10n.t('Select two to four results to compare them.'));
  }
  const results = await findResults(paths, await engineHost.engine());
  const [first] = results;
  const isOne = results.every(({ jobFile }) => jobFile.fsPath === first?.jobFile.fsPath);
  if (!first || !isOne) throw new CallError(l10n.t('Only results of one job file can be compared.'));
  preview.compare(first.jobFile, results.map(recordedPathOf));
}

async function select(target: unknown, { jobFiles, preview }: Services): Promise<void> {
  const jobFile = await resolveJobFile(target, l10n.t('Compare Results'), jobFiles);
  if (!jobFile) return;
  preview.showSheet(jobFile);
  showBriefly(l10n.t('Select two to four results. The C key compares them.'));
}

/** Returns the path as the runs file has it. */
function recordedPathOf({ uri, jobFile, record }: ResultFile): string {
  const folder = dirname(jobFile.fsPath);
  return record.artifacts.find(({ path }) => resolve(folder, path) === uri.fsPath)?.path ?? '';
}

/**
 * Moves files to the trash, and asks once for several. A file that cannot be moved there is deleted permanently if the
 * user agrees. Returns the paths that are gone. Rejects with the first failure.
 */
export async function deleteArtifacts(paths: readonly string[]): Promise<readonly string[]> {
  if (paths.length === 0) return [];
  // Other computers, such as that of a remote window, have no trash.
  const hasTrash = vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop;
  if (!hasTrash) return deletePermanently(paths);
  if (paths.length > 1) {
    const text = l10n.t('Move {count} results to the trash?', { count: paths.length });
    if (!(await confirm({ text, go: l10n.t('Move to Trash') }))) return [];
  }
  const left: string[] = [];
  const reasons: string[] = [];
  for (const path of paths) {
    try {
      await vscode.workspace.fs.delete(vscode.Uri.file(path), { useTrash: true });
    } catch (error) {
      left.push(path);
      reasons.push(error instanceof Error ? error.message : String(error));
    }
  }
  const moved = paths.filter((path) => !left.includes(path));
  return left.length === 0 ? moved : [...moved, ...(await deletePermanently(left, reasons[0]))];
}

/** `reason` says why the trash cannot be used, if there is one. */
async function deletePermanently(paths: readonly string[], reason?: string): Promise<readonly string[]> {
  const [first = ''] = paths;
  const text =
    paths.length === 1
      ? l10n.t('Delete {name} permanently?', { name: basename(first) })
      : l10n.t('Delete {count} results permanently?', { count: paths.length });
  const why = reason === undefined ? [] : [l10n.t('The trash cannot be used: {reason}', { reason })];
  const details = [...why, l10n.t('This cannot be undone, and generating again may cost money.')];
  const go = l10n.t('Delete Permanently');
  // VS Code selects the first button, and nothing is destroyed by Enter alone.
  if ((await ask({ kind: 'warning', text, details, buttons: [l10n.t('Keep'), go] })) !== go) return [];
  for (const path of paths) await vscode.workspace.fs.delete(vscode.Uri.file(path), { useTrash: false });
  return paths;
}

async function useAsInput(target: unknown, { language, jobFiles }: Services): Promise<void> {
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
}

/** Returns the editor of a job file: the active one, or one that is visible beside the results. */
function findEditor(jobFiles: JobFiles): vscode.TextEditor | undefined {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  const editors = activeTextEditor ? [activeTextEditor, ...visibleTextEditors] : visibleTextEditors;
  return editors.find(({ document }) => jobFiles.has(document));
}
