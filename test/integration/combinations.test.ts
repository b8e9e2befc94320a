import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { afterEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { createJobFolder, generate, type JobFolder } from './helpers/jobFiles.ts';

const jobText = [
  '# Boats',
  'model: prunaai/p-image # the good one',
  'matrix:',
  '  mood: [calm, wild] # both',
  '  size: [64x64, 96x96]',
  'prompt: A ${{ matrix.mood }} boat',
  '',
].join('\n');

const run = (command: string, ...args: readonly unknown[]): Thenable<unknown> =>
  vscode.commands.executeCommand(command, ...args);

/** The results are generated once. Each test has a copy of their folder. */
let generated: Promise<JobFolder & { readonly images: readonly string[] }> | undefined;

async function generateBoats() {
  const folder = await createJobFolder('boat', jobText);
  const { tasks } = await generate(folder.jobFile);
  return { ...folder, images: tasks.map(({ artifacts: [path = ''] }) => basename(path)) };
}

async function arrange() {
  const { dir, images } = await (generated ??= generateBoats());
  const folder = await createJobFolder('boat', jobText);
  await cp(dir, folder.dir, { recursive: true });
  const document = await vscode.workspace.openTextDocument(folder.jobFile);
  return { ...folder, document, artifacts: images.map((name) => join(folder.dir, name)) };
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
      'model: prunaai/p-image # the good one',
      'vars:',
      '  mood: wild',
      'size: 64x64',
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
        'size: [64x64, 96x96]',
        [
          'size: [64x64, 96x96]',
          '  exclude:',
          '    - { mood: calm, size: 64x64 }',
          '    - { mood: calm, size: 96x96 }',
          '    - { mood: wild, size: 64x64 }',
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
    assert.deepEqual(copied, ['model: prunaai/p-image', 'prompt: A wild boat', 'size: 96x96']);
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
