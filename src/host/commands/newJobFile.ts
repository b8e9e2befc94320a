import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import type { ModelFamily } from '../../core/catalog/catalog.ts';
import { commands } from '../ids.ts';
import { buildJobText } from '../models/jobText.ts';
import { modalityIcons, modalityTitle } from '../models/modality.ts';
import type { Services } from '../services.ts';

/** Takes a folder from the Explorer, a row of the Models view, or nothing. */
export function createNewJobFileHandler({ models }: Services) {
  return {
    [commands.newJobFile]: async (argument: unknown) => {
      const families = await models.families();
      const family = familyOfRow(argument, families) ?? (await pickFamily(families));
      if (family) await openJobFile(family, await findFolder(argument));
    },
  };
}

/** The Models view passes its row. */
function familyOfRow(argument: unknown, families: readonly ModelFamily[]): ModelFamily | undefined {
  if (typeof argument !== 'object' || argument === null || !('familyId' in argument)) return undefined;
  return families.find(({ id }) => id === argument.familyId);
}

/** People choose by what they want to make, so that is what the list leads with. */
async function pickFamily(families: readonly ModelFamily[]): Promise<ModelFamily | undefined> {
  const items = families.map((family) => ({
    label: `$(${modalityIcons[family.modality]}) ${family.title}`,
    description: modalityTitle(family.modality, vscode.l10n),
    detail: family.description,
    family,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('New Job File'),
    placeHolder: vscode.l10n.t('What do you want to make?'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.family;
}

/** The file is untitled until it is saved, but has its name and place, so that saving asks nothing. */
async function openJobFile(family: ModelFamily, folder: string): Promise<void> {
  const uri = await findFreeUri(folder, family.modality);
  const document = await vscode.workspace.openTextDocument(uri.with({ scheme: 'untitled' }));
  const editor = await vscode.window.showTextDocument(document);
  const { text, selection } = buildJobText(family);
  await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), text));
  editor.selection = new vscode.Selection(document.positionAt(selection.start), document.positionAt(selection.end));
}

/** Where the person is: the chosen folder, beside the open file, else the workspace. */
async function findFolder(argument: unknown): Promise<string> {
  if (argument instanceof vscode.Uri && argument.scheme === 'file') {
    const { type } = await vscode.workspace.fs.stat(argument);
    return type & vscode.FileType.Directory ? argument.fsPath : dirname(argument.fsPath);
  }
  const active = vscode.window.activeTextEditor?.document.uri;
  if (active?.scheme === 'file' && vscode.workspace.getWorkspaceFolder(active)) return dirname(active.fsPath);
  return vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? homedir();
}

/** `image.gen.yaml`, then `image-2.gen.yaml`: nothing is ever opened over another file. */
async function findFreeUri(folder: string, stem: string): Promise<vscode.Uri> {
  for (let count = 1; ; count += 1) {
    const uri = vscode.Uri.file(join(folder, `${count === 1 ? stem : `${stem}-${count}`}.gen.yaml`));
    if (!(await isTaken(uri))) return uri;
  }
}

/** By a file on disk or by a document that will become one. */
async function isTaken(uri: vscode.Uri): Promise<boolean> {
  if (vscode.workspace.textDocuments.some((document) => document.uri.fsPath === uri.fsPath)) return true;
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}
