import { dirname, relative, sep } from 'node:path';
import * as vscode from 'vscode';
import { isBelow } from '../../../node/files/confine.ts';
import { findFileUri, readBoundary } from '../../adapters/boundary.ts';
import { jobFileSelector } from '../../jobFiles/jobFilePattern.ts';
import { l10n } from '../../ui/l10n.ts';
import type { Ask } from '../languageHost.ts';
import { mapRange } from '../mapRange.ts';

const kind = vscode.DocumentDropOrPasteEditKind.Empty.append('genwright', 'input');
const mimeType = 'text/uri-list';

/** Makes a media file that is dropped or pasted into a job file an input of the job there. */
export function registerInputs(ask: Ask): vscode.Disposable {
  const list = async (
    document: vscode.TextDocument,
    position: vscode.Position,
    { data, token }: { readonly data: vscode.DataTransfer; readonly token: vscode.CancellationToken },
  ) => {
    const file = parseFile((await data.get(mimeType)?.asString()) ?? '');
    const path = file && readInputPath(file, document);
    if (!path) return [];
    const found = await ask(document, token, (opened) => opened.inputEdits(document.offsetAt(position), path));
    return (found ?? []).map(({ field, edit }) => {
      const additionalEdit = new vscode.WorkspaceEdit();
      additionalEdit.replace(document.uri, mapRange(document, edit), edit.newText);
      return { title: l10n.t('Use as "{field}"', { field }), additionalEdit };
    });
  };
  const drops: vscode.DocumentDropEditProvider = {
    async provideDocumentDropEdits(document, position, data, token) {
      const found = await list(document, position, { data, token });
      return found.map(({ title, additionalEdit }) =>
        Object.assign(new vscode.DocumentDropEdit('', title, kind), { additionalEdit }),
      );
    },
  };
  const pastes: vscode.DocumentPasteEditProvider = {
    async provideDocumentPasteEdits(document, [range], data, _context, token) {
      const found = range ? await list(document, range.start, { data, token }) : [];
      return found.map(({ title, additionalEdit }) =>
        Object.assign(new vscode.DocumentPasteEdit('', title, kind), { additionalEdit }),
      );
    },
  };
  return vscode.Disposable.from(
    vscode.languages.registerDocumentDropEditProvider(jobFileSelector, drops, {
      dropMimeTypes: [mimeType],
      providedDropEditKinds: [kind],
    }),
    vscode.languages.registerDocumentPasteEditProvider(jobFileSelector, pastes, {
      pasteMimeTypes: [mimeType],
      providedPasteEditKinds: [kind],
    }),
  );
}

/** Returns the path of a file as a job file writes it. Null for a file that the job file may not read. */
export function readInputPath(file: vscode.Uri, document: vscode.TextDocument): string | null {
  const jobFile = findFileUri(document.uri);
  if (!jobFile || file.scheme !== 'file' || !isBelow(file.fsPath, readBoundary(jobFile))) return null;
  return relative(dirname(jobFile.fsPath), file.fsPath).split(sep).join('/');
}

/** Returns the one file of a list of URIs, in which `#` starts a comment. */
function parseFile(list: string): vscode.Uri | undefined {
  const lines = list.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const [only = ''] = lines;
  return lines.length === 1 && URL.canParse(only) ? vscode.Uri.parse(only) : undefined;
}
