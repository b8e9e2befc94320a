import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterEach, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { createJobFolder, generate, type JobFolder, smallImage } from './helpers/jobFiles.ts';

const jobText = '# hero\nmodel: prunaai/p-image # the good one\nsize: 64x64\nprompt: A lighthouse at dawn\n';

const run = (command: string, ...args: readonly unknown[]): Thenable<unknown> =>
  vscode.commands.executeCommand(command, ...args);

async function replaceText(uri: vscode.Uri, from: string, to: string): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(uri);
  const start = document.getText().indexOf(from);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, new vscode.Range(document.positionAt(start), document.positionAt(start + from.length)), to);
  await vscode.workspace.applyEdit(edit);
  return document;
}

function activeDiff(): vscode.TabInputTextDiff {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  assert.ok(input instanceof vscode.TabInputTextDiff, 'The active tab is no diff');
  return input;
}

async function generateHero(): Promise<JobFolder> {
  const folder = await createJobFolder('hero', jobText);
  await generate(folder.jobFile);
  return folder;
}

const resultOf = ({ dir }: JobFolder): vscode.Uri => vscode.Uri.file(join(dir, 'hero.png'));

describe('Recall', () => {
  const folders: JobFolder[] = [];
  // Each test uses one file. All are generated together.
  before(async () => {
    folders.push(...(await Promise.all(Array.from({ length: 3 }, () => generateHero()))));
  });
  const takeFolder = (): JobFolder => {
    const folder = folders.pop();
    assert.ok(folder, 'There is no folder left');
    return folder;
  };
  afterEach(() =>
    run('workbench.action.revertAndCloseActiveEditor').then(() => run('workbench.action.closeAllEditors')),
  );

  it('shows a diff that changes nothing, and applies it as an edit', async () => {
    const folder = takeFolder();
    const document = await replaceText(folder.jobFile, 'A lighthouse at dawn', 'A harbor');
    const changed = document.getText();

    await run('genwright.recallJob', resultOf(folder));

    const { original, modified } = activeDiff();
    const recalled = (await vscode.workspace.openTextDocument(modified)).getText();
    assert.deepEqual([original.fsPath, recalled, document.getText()], [folder.jobFile.fsPath, jobText, changed]);

    await run('genwright.applyRecall', modified);

    assert.deepEqual(
      [document.getText(), document.isDirty, vscode.window.activeTextEditor?.document.uri.fsPath],
      [jobText, true, folder.jobFile.fsPath],
    );
  });

  it('does not change what was written after the comparison', async () => {
    const folder = takeFolder();
    const document = await replaceText(folder.jobFile, 'A lighthouse at dawn', 'A harbor');
    await run('genwright.recallJob', resultOf(folder));
    const { modified } = activeDiff();
    await replaceText(folder.jobFile, 'A harbor', 'A pier');

    // The command does not wait for the message, and has ended when it is shown.
    await run('genwright.applyRecall', modified);

    assert.equal(document.getText(), jobText.replace('A lighthouse at dawn', 'A pier'));
  });

  it('creates a new file if the job file is gone', async () => {
    const folder = takeFolder();
    await vscode.workspace.fs.delete(folder.jobFile);

    await run('genwright.recallJob', resultOf(folder));

    const document = vscode.window.activeTextEditor?.document;
    assert.deepEqual(
      [document?.isUntitled, document?.uri.fsPath, document?.getText()],
      [true, folder.jobFile.fsPath, `${smallImage}prompt: A lighthouse at dawn\n`],
    );
  });
});

describe('Show Resolved Request', () => {
  afterEach(() => run('workbench.action.closeAllEditors'));

  it('shows what would be sent, and copies it without a key', async () => {
    const text = 'vars: { mood: calm }\nmodel: seedream-5-0-260128\nprompt: A ${{ vars.mood }} cat\n';
    const folder = await createJobFolder('hero', text);

    await run('genwright.showRequest', folder.jobFile);
    const document = vscode.window.visibleTextEditors.find(
      ({ document: { uri } }) => uri.scheme === 'genwright-request',
    )?.document;
    await run('genwright.copyRequestAsCurl', document?.uri);

    const { method, url, body } = JSON.parse(document?.getText() ?? '{}') as Record<string, unknown>;
    const sent = { model: 'seedream-5-0-260128', prompt: 'A calm cat' };
    assert.deepEqual(
      [document?.languageId, { method, url, body }, /-d .*$/.exec(await vscode.env.clipboard.readText())?.[0]],
      ['json', { method: 'POST', url: '<sandbox>/v1/images/generations', body: sent }, `-d '${JSON.stringify(sent)}'`],
    );
    assert.deepEqual(await folder.names(), ['hero.gen.yaml']);
  });
});
