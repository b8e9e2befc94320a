import * as vscode from 'vscode';
import { applyEdits } from '../../../core/language/edits/editLog.ts';
import type { TextAction, TextEdit } from '../../../core/language/languageService.ts';
import { assertNever } from '../../../core/support/assertNever.ts';
import { settings, views } from '../../ids.ts';
import { jobFileSelector } from '../../jobFiles/jobFilePattern.ts';
import { l10n } from '../../ui/l10n.ts';
import type { Ask } from '../languageHost.ts';
import { mapRange, toTextRange } from '../mapRange.ts';
import { codeOf } from '../problemPage.ts';

const fixAll = vscode.CodeActionKind.SourceFixAll.append('genwright');

const kinds: Readonly<Record<TextAction['kind'], vscode.CodeActionKind>> = {
  quickfix: vscode.CodeActionKind.QuickFix,
  'refactor.extract': vscode.CodeActionKind.RefactorExtract,
  'refactor.rewrite': vscode.CodeActionKind.RefactorRewrite,
  'refactor.rewrite.wrap': vscode.CodeActionKind.RefactorRewrite.append('wrap'),
  'refactor.rewrite.unwrap': vscode.CodeActionKind.RefactorRewrite.append('unwrap'),
};

/** Quick fixes, refactorings, and all safe fixes at once as a source action. */
export function registerActions(ask: Ask): vscode.Disposable {
  const provider: vscode.CodeActionProvider = {
    provideCodeActions: (document, range, context, token) =>
      ask(document, token, (opened) => {
        if (context.only?.contains(fixAll)) return buildFixAll(document, opened.fixAll());
        return opened
          .actions(toTextRange(document, range))
          .filter(({ kind }) => isWanted(kinds[kind], range, context))
          .map((action) => mapAction(document, action, context.diagnostics));
      }),
  };
  // Menus and `editor.codeActionsOnSave` know the actions by these kinds.
  const providedCodeActionKinds = [...Object.values(kinds), fixAll];
  return vscode.languages.registerCodeActionsProvider(jobFileSelector, provider, { providedCodeActionKinds });
}

/**
 * A light bulb at each position of the cursor would be noise: refactorings are shown only for a selection or on
 * request.
 */
function isWanted(
  kind: vscode.CodeActionKind,
  range: vscode.Range,
  { only, triggerKind }: vscode.CodeActionContext,
): boolean {
  if (only) return only.contains(kind);
  const isAsked = triggerKind === vscode.CodeActionTriggerKind.Invoke || !range.isEmpty;
  return isAsked || kind.value === vscode.CodeActionKind.QuickFix.value;
}

function mapAction(
  document: vscode.TextDocument,
  action: TextAction,
  shown: readonly vscode.Diagnostic[],
): vscode.CodeAction {
  const mapped = new vscode.CodeAction(action.title, kinds[action.kind]);
  mapped.isPreferred = action.isPreferred;
  mapped.diagnostics = shown.filter((diagnostic) =>
    action.problems.some(
      (problem) => codeOf(diagnostic) === problem.code && diagnostic.range.isEqual(mapRange(document, problem)),
    ),
  );
  const { edits, triggersNext, cursorAt } = action;
  if (edits.length > 0) mapped.edit = buildEdit(document, edits, triggersNext ? cursorAt : undefined);
  const command = buildCommand(document, action);
  if (command) mapped.command = command;
  return mapped;
}

function buildFixAll(document: vscode.TextDocument, edits: readonly TextEdit[]): vscode.CodeAction[] {
  if (edits.length === 0) return [];
  const action = new vscode.CodeAction(l10n.t('Apply all safe fixes'), fixAll);
  action.edit = buildEdit(document, edits);
  return [action];
}

/** After the edit, the cursor is at `cursorAt`, an offset in the new text, or where it was. */
function buildEdit(document: vscode.TextDocument, edits: readonly TextEdit[], cursorAt = -1): vscode.WorkspaceEdit {
  let shift = 0;
  const mapped = edits.map((each) => {
    const at = cursorAt - each.start - shift;
    shift += each.newText.length - (each.end - each.start);
    const range = mapRange(document, each);
    const isInside = at >= 0 && at <= each.newText.length;
    return isInside ? buildSnippet(range, each.newText, at) : vscode.TextEdit.replace(range, each.newText);
  });
  const edit = new vscode.WorkspaceEdit();
  edit.set(document.uri, mapped);
  return edit;
}

/** Only a snippet moves the cursor before the command that follows the edit. */
function buildSnippet(range: vscode.Range, newText: string, at: number): vscode.SnippetTextEdit {
  const snippet = new vscode.SnippetString().appendText(newText.slice(0, at)).appendTabstop(0);
  const edit = vscode.SnippetTextEdit.replace(range, snippet.appendText(newText.slice(at)));
  edit.keepWhitespace = true;
  return edit;
}

/** Returns the command that follows the edit, or replaces it. */
function buildCommand(document: vscode.TextDocument, action: TextAction): vscode.Command | undefined {
  const { edits, opens, renameAt, cursorAt, triggersNext } = action;
  const find = (offset: number): vscode.Position =>
    new vscode.Position(...positionAfter(document.getText(), { edits, offset }));
  switch (opens) {
    case 'settings-env': {
      const query = `@id:genwright.${settings.envAllow}`;
      // The setting belongs to the machine. In a remote window, its page is that of the remote machine.
      return vscode.env.remoteName === undefined
        ? buildCall('workbench.action.openSettings', query)
        : buildCall('workbench.action.openRemoteSettings', { query });
    }
    case 'trust':
      return buildCall('workbench.trust.manage');
    case 'models':
      return buildCall(`${views.models}.focus`);
    case undefined:
      if (renameAt !== undefined) return buildCall('editor.action.rename', [document.uri, find(renameAt)]);
      if (triggersNext) return buildCall('editor.action.triggerSuggest');
      if (cursorAt === undefined) return undefined;
      return buildCall('vscode.open', document.uri, { selection: new vscode.Range(find(cursorAt), find(cursorAt)) });
    default:
      return assertNever(opens);
  }
}

export function buildCall(command: string, ...args: readonly unknown[]): vscode.Command {
  return { title: '', command, arguments: [...args] };
}

/** Returns line and character, zero-based, of an offset in the text after these edits. */
export function positionAfter(
  text: string,
  { edits, offset }: { readonly edits: readonly TextEdit[]; readonly offset: number },
): readonly [line: number, character: number] {
  const lines = applyEdits(text, edits)
    .slice(0, offset)
    .split(/\r\n|\r|\n/);
  return [lines.length - 1, lines.at(-1)?.length ?? 0];
}
