import * as vscode from 'vscode';
import type { InputEdit } from '../../../core/language/languageService.ts';
import { l10n } from '../../ui/l10n.ts';
import { readInputPath } from '../inputPath.ts';
import { mapRange } from '../mapRange.ts';
import type { Ask } from '../ask.ts';

const kind = vscode.DocumentDropOrPasteEditKind.Empty.append('genwright', 'input');
const mimeType = 'text/uri-list';

export const dropMetadata: vscode.DocumentDropEditProviderMetadata = {
  dropMimeTypes: [mimeType],
  providedDropEditKinds: [kind],
};

export const pasteMetadata: vscode.DocumentPasteProviderMetadata = {
  pasteMimeTypes: [mimeType],
  providedPasteEditKinds: [kind],
};

/** Makes a media file that is dropped or pasted into a job file an input of the job there. */
export function createInputProvider(ask: Ask): vscode.DocumentDropEditProvider & vscode.DocumentPasteEditProvider {
  const list = async (
    document: vscode.TextDocument,
    position: vscode.Position,
    { data, token }: { readonly data: vscode.DataTransfer; readonly token: vscode.CancellationToken },
  ): Promise<readonly InputEdit[]> => {
    const file = parseFile((await data.get(mimeType)?.asString()) ?? '');
    const path = file && readInputPath(file, document);
    if (!path) return [];
    return (await ask(document, token, (opened) => opened.inputEdits(document.offsetAt(position), path))) ?? [];
  };
  return {
    async provideDocumentDropEdits(document, position, data, token) {
      const edits = await list(document, position, { data, token });
      return edits.map(({ field, edit }) => {
        const drop = new vscode.DocumentDropEdit('', titleOf(field), kind);
        drop.additionalEdit = mapEdit(document, edit);
        return drop;
      });
    },
    async provideDocumentPasteEdits(document, [range], data, _context, token) {
      const edits = range ? await list(document, range.start, { data, token }) : [];
      return edits.map(({ field, edit }) => {
        const paste = new vscode.DocumentPasteEdit('', titleOf(field), kind);
        paste.additionalEdit = mapEdit(document, edit);
        return paste;
      });
    },
  };
}

function titleOf(field: string): string {
  return l10n.t('Use as "{field}"', { field });
}

/** Returns the one file of a list of URIs, in which `#` starts a comment. */
function parseFile(list: string): vscode.Uri | undefined {
  const lines = list.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const [only = ''] = lines;
  return lines.length === 1 && URL.canParse(only) ? vscode.Uri.parse(only) : undefined;
}

function mapEdit(document: vscode.TextDocument, edit: InputEdit['edit']): vscode.WorkspaceEdit {
  const workspaceEdit = new vscode.WorkspaceEdit();
  workspaceEdit.replace(document.uri, mapRange(document, edit), edit.newText);
  return workspaceEdit;
}
