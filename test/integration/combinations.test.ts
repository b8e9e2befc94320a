import assert from 'node:assert/strict';
import { relative, sep } from 'node:path';
import { afterEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { createJobFolder, generate } from './jobFiles.ts';

const jobText = [
  '# Boats',
  'model: seedream-5-0-260128 # the good one',
  'matrix:',
  '  mood: [calm, wild] # both',
  '  size: [2K, 3K]',
  'prompt: A ${{ matrix.mood }} boat',
  '',
].join('\n');

const run = (command: string, ...args: readonly unknown[]): Thenable<unknown> =>
  vscode.commands.executeCommand(command, ...args);

async function arrange() {
  const folder = await createJobFolder('boat', jobText);
  const { tasks } = await generate(folder.jobFile);
  const document = await vscode.workspace.openTextDocument(folder.jobFile);
  return { ...folder, document, artifacts: tasks.map((task) => task.artifacts[0] ?? '') };
}

describe('Results of a matrix', () => {
  afterEach(() =>
    run('workbench.action.revertAndCloseActiveEditor').then(() => run('workbench.action.closeAllEditors')),
  );

  it('carry their combination back into the job, which can be undone', async () => {
    const { jobFile, document, artifacts } = await arrange();

    await run('genwright.promoteResult', artifacts[2]);

    const expected = [
      '# Boats',
      'model: seedream-5-0-260128 # the good one',
      'vars:',
      '  mood: wild',
      'size: 2K',
      'prompt: A ${{ vars.mood }} boat',
      '',
    ].join('\n');
    assert.equal(document.getText(), expected);
    assert.deepEqual(
      (await generate(jobFile, { unchanged: 'skip' })).tasks.map(({ status }) => status),
      ['unchanged'],
    );

    await vscode.window.showTextDocument(document);
    await run('undo');
    assert.equal(document.getText(), jobText);
  });

  it('are excluded from the next run', async () => {
    const { jobFile, document, artifacts } = await arrange();

    await run('genwright.excludeResults', artifacts.slice(0, 3));

    assert.equal(
      document.getText(),
      jobText.replace(
        'size: [2K, 3K]',
        [
          'size: [2K, 3K]',
          '  exclude:',
          '    - { mood: calm, size: 2K }',
          '    - { mood: calm, size: 3K }',
          '    - { mood: wild, size: 2K }',
        ].join('\n'),
      ),
    );
    const { tasks } = await generate(jobFile, { unchanged: 'skip' });
    assert.deepEqual(
      tasks.map(({ status }) => status),
      ['unchanged'],
    );
  });

  it('are copied as a job', async () => {
    const { artifacts } = await arrange();

    await run('genwright.copyAsJob', artifacts[3]);

    const copied = (await vscode.env.clipboard.readText()).trimEnd().split('\n').sort();
    assert.deepEqual(copied, ['model: seedream-5-0-260128', 'prompt: A wild boat', 'size: 3K']);
  });

  it('become inputs of the job at the cursor', async () => {
    const { artifacts } = await arrange();
    const [first = ''] = artifacts;
    const other = await createJobFolder('edit', 'model: seedream-5-0-260128\nimage:\nprompt: At night\n');
    const document = await vscode.workspace.openTextDocument(other.jobFile);
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = new vscode.Selection(1, 6, 1, 6);

    await run('genwright.useAsInput', first);

    const path = relative(other.dir, first).split(sep).join('/');
    assert.equal(document.getText(), `model: seedream-5-0-260128\nimage: ${path}\nprompt: At night\n`);
    await assert.rejects(async () => run('genwright.useAsInput', other.jobFile), /No field/);
  });

  it('are refused if the job no longer has the combination', async () => {
    const { document, artifacts, jobFile } = await arrange();
    const edit = new vscode.WorkspaceEdit();
    const start = document.getText().indexOf('wild');
    edit.replace(jobFile, new vscode.Range(document.positionAt(start), document.positionAt(start + 4)), 'grim');
    await vscode.workspace.applyEdit(edit);
    const changed = document.getText();

    await assert.rejects(async () => run('genwright.promoteResult', artifacts[2]), /recorded value of mood/);
    assert.equal(document.getText(), changed);
  });
});
