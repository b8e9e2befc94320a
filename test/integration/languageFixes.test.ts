import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { makePng } from '../fakes/media/media.ts';
import { waitUntil } from '../support/waitUntil.ts';
import { codeOf, diagnosticsWhen } from './helpers/diagnostics.ts';
import { codeActions, format } from './helpers/editorQuestions.ts';
import { createJobFolder, type JobFolder } from './helpers/jobFiles.ts';

const misspelt = 'model:   seedream-5-0-260128\nprompt: a cat\nsise: 2K\n';

async function arrange(text: string): Promise<JobFolder & { readonly document: vscode.TextDocument }> {
  const folder = await createJobFolder('hero', text);
  const document = await vscode.workspace.openTextDocument(folder.jobFile);
  await vscode.window.showTextDocument(document);
  return { ...folder, document };
}

const hasCode =
  (code: string) =>
  (diagnostics: readonly vscode.Diagnostic[]): boolean =>
    diagnostics.some((each) => codeOf(each) === code);

const hasNone = (diagnostics: readonly vscode.Diagnostic[]): boolean => diagnostics.length === 0;

/** Waits for the problem, and applies the preferred fix for it. */
async function fixPreferred(document: vscode.TextDocument, code: string): Promise<void> {
  const problems = await diagnosticsWhen(document.uri, hasCode(code));
  const problem = problems.find((each) => codeOf(each) === code);
  assert.ok(problem);
  const actions = await codeActions(document, problem.range, vscode.CodeActionKind.QuickFix);
  const fix = actions.find(({ isPreferred }) => isPreferred);
  assert.ok(fix?.edit, `no preferred fix for ${code} among ${actions.map(({ title }) => title).join(', ')}`);
  await vscode.workspace.applyEdit(fix.edit);
}

/**
 * Writes a file until VS Code has reported it. VS Code misses what happens in a new folder before it watches the folder,
 * and never reports a file that is deleted too early.
 */
async function writeUntilReported(path: string, content: Uint8Array): Promise<void> {
  const watcher = vscode.workspace.createFileSystemWatcher('**/*');
  let isReported = false;
  const hear = ({ fsPath }: vscode.Uri): void => void (isReported ||= fsPath === path);
  watcher.onDidCreate(hear);
  watcher.onDidChange(hear);
  try {
    await waitUntil(`the report of ${path}`, async () => {
      await writeFile(path, content);
      return isReported || undefined;
    });
  } finally {
    watcher.dispose();
  }
}

async function setOnSave(value: Readonly<Record<string, string>> | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration('editor')
    .update('codeActionsOnSave', value, vscode.ConfigurationTarget.Workspace);
}

describe('A fix in a job file', () => {
  afterEach(() => setOnSave(undefined));

  it('corrects a misspelled field, and the problem is gone', async () => {
    const { document } = await arrange(misspelt);
    await fixPreferred(document, 'unknown-field');
    await diagnosticsWhen(document.uri, hasNone);
    assert.equal(document.getText(), 'model:   seedream-5-0-260128\nprompt: a cat\nsize: 2K\n');
  });

  it('does the same after a YAML formatter', async () => {
    const { document } = await arrange(misspelt);
    assert.equal(await format(document), true);
    await fixPreferred(document, 'unknown-field');
    await diagnosticsWhen(document.uri, hasNone);
    assert.equal(document.getText(), 'model: seedream-5-0-260128\nprompt: a cat\nsize: 2K\n');
  });

  it('is applied on save if the user wants all fixes on save', async () => {
    const folder = await arrange('model:   wan2.7-image\nprompt: a cat\nseed: "5"\n');
    const { document } = folder;
    await setOnSave({ 'source.fixAll.genwright': 'always' });
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, document.positionAt(document.getText().length), '# note\n');
    await vscode.workspace.applyEdit(edit);
    await document.save();
    const text = (await folder.read('hero.gen.yaml')).toString();
    assert.equal(text, 'model:   wan2.7-image\nprompt: a cat\nseed: 5\n# note\n');
  });

  it('is offered only for the position of the cursor', async () => {
    const { document } = await arrange(misspelt);
    await diagnosticsWhen(document.uri, hasCode('unknown-field'));
    const start = new vscode.Range(0, 0, 0, 0);
    const elsewhere = await codeActions(document, start, vscode.CodeActionKind.QuickFix);
    assert.deepEqual(
      elsewhere.map(({ title }) => title),
      [],
    );
  });
});

describe('A refactoring of a job file', () => {
  it('is offered when the user asks for it', async () => {
    const { document } = await arrange('model: seedream-5-0-260128\nprompt: a cat\n');
    const actions = await codeActions(document, new vscode.Range(1, 10, 1, 10));
    assert.ok(
      actions.some(({ kind }) => kind && vscode.CodeActionKind.Refactor.contains(kind)),
      actions.map(({ title }) => title).join('\n'),
    );
  });
});

describe('The argument of a filter', () => {
  it('has a signature while it is written', async () => {
    const { document } = await arrange('model: sonic\nprompt: ${{ file.base | truncate(4) }}\n');
    const help = await vscode.commands.executeCommand<vscode.SignatureHelp | undefined>(
      'vscode.executeSignatureHelpProvider',
      document.uri,
      document.positionAt(document.getText().indexOf('4)')),
    );
    const [signature] = help?.signatures ?? [];
    assert.deepEqual([signature?.label, signature?.parameters.length, help?.activeParameter], ['truncate(n)', 1, 0]);
  });
});

describe('A variable that nothing references', () => {
  it('is faded, until an expression references it', async () => {
    const { document } = await arrange('vars: {sky: red}\nmodel: seedream-5-0-260128\nprompt: a cat\n');
    const [unused] = await diagnosticsWhen(document.uri, (all) => all.length > 0);
    assert.deepEqual(
      [document.getText(unused?.range), unused?.severity, unused?.tags],
      ['sky', vscode.DiagnosticSeverity.Hint, [vscode.DiagnosticTag.Unnecessary]],
    );
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, document.lineAt(2).range.end, ' below ${{ vars.sky }}');
    await vscode.workspace.applyEdit(edit);
    await diagnosticsWhen(document.uri, hasNone);
  });
});

describe('A job file that is removed', () => {
  it('leaves no problems, neither under its old name nor under a name that is not a job file', async () => {
    const { document, dir } = await arrange(misspelt);
    await diagnosticsWhen(document.uri, hasCode('unknown-field'));
    const notes = vscode.Uri.file(join(dir, 'notes.yaml'));
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(document.uri, notes);
    await vscode.workspace.applyEdit(edit);
    await diagnosticsWhen(document.uri, hasNone);
    await vscode.workspace.openTextDocument(notes);
    assert.deepEqual(vscode.languages.getDiagnostics(notes), []);
  });
});

describe('A job file that references other files', () => {
  const redraw = 'model: wan2.7-image\nprompt: a door\nimage: door.png\n';

  it('is marked if one is missing, until it is created', async () => {
    const { document, dir } = await arrange(redraw);
    const [missing] = await diagnosticsWhen(document.uri, hasCode('missing-input'));
    await writeUntilReported(join(dir, 'door.png'), makePng());
    await diagnosticsWhen(document.uri, (all) => !hasCode('missing-input')(all));
    await rm(join(dir, 'door.png'));
    await diagnosticsWhen(document.uri, hasCode('missing-input'));
    assert.equal(document.getText(missing?.range), 'door.png');
  });
});
