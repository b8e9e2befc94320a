import { dirname, join, relative, sep } from 'node:path';
import * as vscode from 'vscode';
import { isBelow } from '../../../node/files/confine.ts';
import { findFileUri, readBoundary } from '../../adapters/boundary.ts';
import { jobFileSelector } from '../../jobFiles/jobFilePattern.ts';
import { l10n } from '../../ui/l10n.ts';
import type { Ask } from '../languageHost.ts';
import { mapRange } from '../mapRange.ts';

const kind = vscode.DocumentDropOrPasteEditKind.Empty.append('genwright', 'input');
const listType = 'text/uri-list';

/** Types of images that may have no file yet, such as a copied part of the screen, with the extension to save them by. */
const imageExtensions = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const;
const mimeTypes = [listType, ...Object.keys(imageExtensions)];

interface Input {
  readonly uri: vscode.Uri;
  /** Content that has to be written first. */
  readonly contents?: vscode.DataTransferFile;
}

/** Makes a media file that is dropped or pasted into a job file an input of the job there. */
export function registerInputs(ask: Ask): vscode.Disposable {
  const list = async (
    document: vscode.TextDocument,
    position: vscode.Position,
    { data, token }: { readonly data: vscode.DataTransfer; readonly token: vscode.CancellationToken },
  ) => {
    const listed = parseFile((await data.get(listType)?.asString()) ?? '');
    const input: Input | undefined = listed?.scheme === 'file' ? { uri: listed } : await readImage(data, document);
    const path = input && readInputPath(input.uri, document);
    if (!input || !path) return [];
    const found = await ask(document, token, (opened) => opened.inputEdits(document.offsetAt(position), path));
    return (found ?? []).map(({ field, edit }) => {
      const additionalEdit = new vscode.WorkspaceEdit();
      const { uri, contents } = input;
      if (contents) additionalEdit.createFile(uri, { contents });
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
      dropMimeTypes: mimeTypes,
      providedDropEditKinds: [kind],
    }),
    vscode.languages.registerDocumentPasteEditProvider(jobFileSelector, pastes, {
      pasteMimeTypes: mimeTypes,
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

/** Finds an image without a file, and a free name beside the job file for it: `pasted.png`, then `pasted-2.png`. */
async function readImage(data: vscode.DataTransfer, document: vscode.TextDocument): Promise<Input | undefined> {
  const jobFile = findFileUri(document.uri);
  // Cells of a spreadsheet, for example, are copied as text and as an image of it.
  if (!jobFile || data.get('text/plain')) return undefined;
  for (const [type, extension] of Object.entries(imageExtensions)) {
    const contents = data.get(type)?.asFile();
    if (!contents) continue;
    for (let count = 1; ; count += 1) {
      const name = `${count === 1 ? 'pasted' : `pasted-${count}`}.${extension}`;
      const uri = vscode.Uri.file(join(dirname(jobFile.fsPath), name));
      const isFree = await vscode.workspace.fs.stat(uri).then(
        () => false,
        () => true,
      );
      if (isFree) return { uri, contents };
    }
  }
  return undefined;
}

/** Returns the one file of a list of URIs, in which `#` starts a comment. */
function parseFile(list: string): vscode.Uri | undefined {
  const lines = list.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const [only = ''] = lines;
  return lines.length === 1 && URL.canParse(only) ? vscode.Uri.parse(only) : undefined;
}
