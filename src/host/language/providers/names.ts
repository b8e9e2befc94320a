import * as vscode from 'vscode';
import type { Location } from '../../../core/language/languageService.ts';
import type { JobFiles } from '../../jobFiles/jobFiles.ts';
import { l10n } from '../../ui/l10n.ts';
import type { Ask } from '../ask.ts';
import { mapRange } from '../mapRange.ts';
import type { World } from '../world.ts';

/** Finds the declaration of a name: in this file, or in a file that it includes. */
export function createDefinitionProvider(ask: Ask, world: World): vscode.DefinitionProvider {
  return {
    async provideDefinition(document, position, token) {
      const found = await ask(document, token, (opened) => opened.definition(document.offsetAt(position)));
      const locations: vscode.Location[] = [];
      for (const each of found ?? []) {
        if (token.isCancellationRequested) return undefined;
        const location = await mapLocation(document, each, world);
        if (location) locations.push(location);
      }
      return locations;
    },
  };
}

/** Returns null for a file that does not exist, or is outside the workspace folder. */
async function mapLocation(
  document: vscode.TextDocument,
  { path, start, end }: Location,
  world: World,
): Promise<vscode.Location | null> {
  if (path === undefined) return new vscode.Location(document.uri, mapRange(document, { start, end }));
  const uri = world.locate(document.uri, path)?.uri;
  if (!uri) return null;
  // Images are not text documents, so the location is their beginning.
  if (end === 0) return new vscode.Location(uri, new vscode.Position(0, 0));
  return new vscode.Location(uri, mapRange(await vscode.workspace.openTextDocument(uri), { start, end }));
}

/** Finds all references to a variable, an axis or a job in its file. */
export function createReferenceProvider(ask: Ask): vscode.ReferenceProvider {
  return {
    provideReferences: (document, position, { includeDeclaration }, token) =>
      ask(document, token, (opened) => {
        const offset = document.offsetAt(position);
        const declared = new Set(
          opened.definition(offset).flatMap(({ path, start }) => (path === undefined ? [start] : [])),
        );
        return opened
          .references(offset)
          .filter(({ start }) => includeDeclaration || !declared.has(start))
          .map((range) => new vscode.Location(document.uri, mapRange(document, range)));
      }),
  };
}

/** VS Code shows the message of an error that is thrown here beside the name. */
export function createRenameProvider(ask: Ask, jobFiles: Pick<JobFiles, 'has'>): vscode.RenameProvider {
  return {
    prepareRename(document, position, token) {
      // Without a result, VS Code would offer to rename the word, as if files of other tools had names.
      if (!jobFiles.has(document)) throw new Error(l10n.t('The element cannot be renamed.'));
      return ask(document, token, (opened) => {
        const target = opened.renameAt(document.offsetAt(position));
        if (!target.ok) throw new Error(target.message);
        return { range: mapRange(document, target), placeholder: target.name };
      });
    },
    provideRenameEdits: (document, position, newName, token) =>
      ask(document, token, (opened) => {
        const outcome = opened.rename(document.offsetAt(position), newName);
        if (!outcome.ok) throw new Error(outcome.message);
        const edit = new vscode.WorkspaceEdit();
        edit.set(
          document.uri,
          outcome.edits.map((each) => vscode.TextEdit.replace(mapRange(document, each), each.newText)),
        );
        return edit;
      }),
  };
}
