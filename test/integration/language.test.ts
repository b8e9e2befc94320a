import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { errorsOf } from './helpers/diagnostics.ts';
import { createJobFolder } from './helpers/jobFiles.ts';
import { readTestSetting } from './helpers/testSettings.ts';

describe('A job file in the editor', () => {
  it('marks a wrong value where it is written', async () => {
    const { jobFile } = await createJobFolder('hero', 'model: seedream-5-0-260128\nprompt: a cat\nsize: 17\n');
    assert.deepEqual(await errorsOf(jobFile), [2]);
  });

  it('has a Generate lens on its job', async () => {
    const { jobFile } = await createJobFolder('hero', 'model: seedream-5-0-260128\nprompt: a cat\n');
    await vscode.workspace.openTextDocument(jobFile);
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      jobFile,
      10,
    );
    const commands = lenses.map(({ command }) => command?.command ?? '');
    assert.ok(
      commands.some((command) => command.startsWith('genwright.generate')),
      commands.join(', '),
    );
  });

  it('starts as a sample if the walkthrough asks for one', async () => {
    await vscode.commands.executeCommand('genwright.newJobFile', { sample: 'postcard' });

    const document = vscode.window.activeTextEditor?.document;
    const sample = await readFile(
      join(dirname(readTestSetting('sandbox')), '..', 'samples', 'postcard.gen.yaml'),
      'utf8',
    );
    assert.deepEqual([document?.isUntitled, document?.getText()], [true, sample]);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('is saved and generated if the walkthrough asks for that', async () => {
    await vscode.commands.executeCommand('genwright.newJobFile', { sample: 'lighthouse', generate: true });

    const document = vscode.window.activeTextEditor?.document;
    const path = document?.uri.fsPath ?? '';
    const image = await readFile(path.replace(/\.gen\.yaml$/, '.png'));
    assert.deepEqual([document?.isUntitled, image.subarray(1, 4).toString()], [false, 'PNG']);
  });
});
