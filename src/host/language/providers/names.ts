import * as vscode from 'vscode';
import type { Location } from '../../../core/language/languageService.ts';
import { jobFileSelector } from '../../jobFiles/jobFilePattern.ts';
import type { JobFiles } from '../../jobFiles/jobFiles.ts';
import { l10n } from '../../ui/l10n.ts';
import type { Ask } from '../languageHost.ts';
import { mapRange } from '../mapRange.ts';
import type { World } from '../world.ts';

/** Registers what finds and renames variables, axes and jobs. */
export function registerNames(
  ask: Ask,
  { jobFiles, world }: { readonly jobFiles: Pick<JobFiles, 'has'>; readonly world: World },
): vscode.Disposable {
  return vscode.Disposable.from(
    // The declaration may be in a file that this one includes.
    vscode.languages.registerDefinitionProvider(jobFileSelector, {
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
    }),
    vscode.languages.registerReferenceProvider(jobFileSelector, {
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
    }),
    // VS Code shows the message of an error that is thrown here beside the name.
    vscode.languages.registerRenameProvider(jobFileSelector, {
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
          for (const each of outcome.edits) edit.replace(document.uri, mapRange(document, each), each.newText);
          return edit;
        }),
    }),
  );
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
