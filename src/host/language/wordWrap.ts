import * as vscode from 'vscode';
import { readSetting } from '../adapters/settings.ts';
import type { JobFiles } from '../jobFiles/jobFiles.ts';

interface WordWrapPorts {
  readonly jobFiles: Pick<JobFiles, 'has' | 'onDidChange'>;
  readonly state: vscode.Memento;
}

/** VS Code wraps a document with lines of this length of its own accord. Its command would stop that. */
const longLine = 10_000;

/** The id of every session in a VS Code that is built without telemetry. */
const sharedSession = 'someValue.sessionId';

const sessionKey = 'genwright.wordWrapSession';

/**
 * Wraps the lines of each job file once, when it is first the active editor, as the user can by Alt+Z. VS Code keeps
 * this for the document until it is closed, and changes no other document. No setting can do the same, because job
 * files share their language with all YAML files.
 */
export function registerWordWrap({ jobFiles, state }: WordWrapPorts): vscode.Disposable {
  const { sessionId } = vscode.env;
  // If only the extensions have restarted, open documents still wrap, and the command would undo it.
  const isRestart = sessionId !== sharedSession && state.get(sessionKey) === sessionId;
  const seen = new WeakSet<vscode.TextDocument>(isRestart ? vscode.workspace.textDocuments : []);
  if (!isRestart) void state.update(sessionKey, sessionId);
  /** The last untitled document that wraps. VS Code carries this over to the file into which it is saved. */
  let untitled: vscode.TextDocument | undefined;
  const update = (): void => {
    const document = vscode.window.activeTextEditor?.document;
    if (!document || seen.has(document) || !jobFiles.has(document) || !isShownAlone(document)) return;
    seen.add(document);
    if (untitled && isSavedAs(untitled, document)) return void (untitled = undefined);
    const isOff = vscode.workspace.getConfiguration('editor', document).get('wordWrap') === 'off';
    if (!isOff || !readSetting('wordWrap', document.uri) || hasLongLine(document)) return;
    if (document.uri.scheme === 'untitled') untitled = document;
    void vscode.commands.executeCommand('editor.action.toggleWordWrap');
  };
  update();
  return vscode.Disposable.from(
    jobFiles.onDidChange(update),
    vscode.window.onDidChangeActiveTextEditor(update),
    vscode.window.tabGroups.onDidChangeTabs(update),
    // The editor of another group, which may be active before its group is.
    vscode.window.tabGroups.onDidChangeTabGroups(update),
  );
}

/** A diff has a setting of its own for its lines, and a peek is beside the file that it is in. */
function isShownAlone({ uri }: vscode.TextDocument): boolean {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
}

function hasLongLine(document: vscode.TextDocument): boolean {
  return document
    .getText()
    .split('\n')
    .some(({ length }) => length >= longLine);
}

/** A formatter may change the text while it is saved, and the user may select another name. */
function isSavedAs(untitled: vscode.TextDocument, saved: vscode.TextDocument): boolean {
  const isSame = saved.uri.path === untitled.uri.path || saved.getText() === untitled.getText();
  return isSame && saved.uri.scheme !== 'untitled';
}
