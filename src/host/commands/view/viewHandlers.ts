import * as vscode from 'vscode';
import { applyEdits } from '../../../core/language/edits/editLog.ts';
import type { RewrapKind } from '../../../core/language/languageService.ts';
import { commands } from '../../ids.ts';
import type { JobFiles } from '../../jobFiles/jobFiles.ts';
import { l10n } from '../../ui/l10n.ts';
import { codeOf, pageOf, readProblemPage } from '../../language/problemPage.ts';
import { showBriefly } from '../../ui/message.ts';
import type { Services } from '../services.ts';
import { UserError } from '../errors.ts';
import { replaceText } from '../jobFile/replaceText.ts';
import { resolveJobFile, requireActiveEditor } from '../jobFile/requireJobFile.ts';

/** Commands that show something, or change how a text is written. */
export function createViewHandlers({ log, preview, language, jobFiles, extensionUri }: Services) {
  /** Wraps or joins the text at the cursor, or that of its line, by one edit. */
  const rewrap = async (kind: RewrapKind, otherwise: string): Promise<unknown> => {
    const { document, selection } = requireActiveEditor(jobFiles);
    const opened = await language.open(document);
    const { active } = selection;
    const offset = document.offsetAt(active);
    const [lead = ''] = /^[^:]*:\s*/.exec(document.lineAt(active.line).text) ?? [];
    const found = [offset, offset - active.character + lead.length]
      .flatMap((at) => opened?.actions({ start: at, end: at }) ?? [])
      .find((action) => action.kind === kind);
    return found ? replaceText(document, applyEdits(document.getText(), found.edits)) : showBriefly(otherwise);
  };
  return {
    [commands.showLog]: () => log.show(),
    [commands.previewResults]: async (target: unknown) => {
      const uri = await resolveJobFile(target, l10n.t('Preview Results'), jobFiles);
      if (uri) preview.show(fileOf(uri));
    },
    [commands.showContactSheet]: async (target: unknown) => {
      const folder = await findFolder(target);
      if (folder) return preview.showSheet(folder);
      const uri = await resolveJobFile(target ?? preview.activeJobFile(), l10n.t('Show Contact Sheet'), jobFiles);
      if (uri) preview.showSheet(fileOf(uri));
    },
    [commands.showAllResults]: () => preview.showSheet(null),
    [commands.foldPrompts]: async () => {
      const { document } = requireActiveEditor(jobFiles);
      const longTexts = (await language.open(document))?.longTexts() ?? [];
      // VS Code folds by indentation, and text is indented more than its key.
      const selectionLines = longTexts.map(({ start }) => document.positionAt(start).line);
      if (selectionLines.length === 0) return showBriefly(l10n.t('There is no long prompt to fold.'));
      await vscode.commands.executeCommand('editor.fold', { selectionLines, levels: 1, direction: 'down' });
    },
    [commands.wrapPrompt]: () =>
      rewrap('refactor.rewrite.wrap', l10n.t('There is no long text at the cursor that can wrap without a change.')),
    [commands.unwrapPrompt]: () =>
      rewrap('refactor.rewrite.unwrap', l10n.t('There is no text at the cursor that can be joined.')),
    /** Explains a problem and how to fix it: the one whose code was selected, or the one at the cursor. */
    [commands.explainProblem]: async (target: unknown) => {
      const code = typeof target === 'string' ? target : findCodeAtCursor(jobFiles);
      if ((await readProblemPage(extensionUri, code)) === null) {
        throw new UserError(l10n.t('There is no problem with the code "{code}".', { code }));
      }
      // The page opens beside the job file, so that both can be read.
      await vscode.commands.executeCommand('vscode.open', pageOf(code), { viewColumn: vscode.ViewColumn.Beside });
    },
  };
}

/** An untitled job file that has a folder shares its preview with the file that it becomes. */
function fileOf(uri: vscode.Uri): vscode.Uri {
  return uri.scheme === 'untitled' && uri.path.startsWith('/') ? vscode.Uri.file(uri.fsPath) : uri;
}

/** Returns the target with a slash at its end, if it is a folder of the workspace on disk. */
async function findFolder(target: unknown): Promise<vscode.Uri | null> {
  const isHere =
    target instanceof vscode.Uri && target.scheme === 'file' && vscode.workspace.getWorkspaceFolder(target);
  if (!isHere) return null;
  const { type } = await Promise.resolve(vscode.workspace.fs.stat(target)).catch(() => ({ type: null }));
  return type === vscode.FileType.Directory ? target.with({ path: `${target.path.replace(/\/$/, '')}/` }) : null;
}

/** Returns the code of the shortest problem at the cursor, otherwise of the shortest one in its line. */
function findCodeAtCursor(jobFiles: JobFiles): string {
  const editor = requireActiveEditor(jobFiles);
  const { active } = editor.selection;
  const { range: line } = editor.document.lineAt(active.line);
  const ofLine = vscode.languages
    .getDiagnostics(editor.document.uri)
    .filter((each) => codeOf(each) !== undefined && each.range.intersection(line));
  const atCursor = ofLine.filter(({ range }) => range.contains(active));
  const [found] = (atCursor.length > 0 ? atCursor : ofLine).toSorted((a, b) => lengthOf(a.range) - lengthOf(b.range));
  const code = found && codeOf(found);
  if (code === undefined) throw new UserError(l10n.t('There is no problem at the cursor.'));
  return code;
}

/** Lines weigh more than characters. */
function lengthOf({ start, end }: vscode.Range): number {
  return (end.line - start.line) * 10_000 + end.character - start.character;
}
