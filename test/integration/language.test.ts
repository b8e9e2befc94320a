import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { errorsOf } from './helpers/diagnostics.ts';
import { createJobFolder } from './helpers/jobFiles.ts';
import { readTestSetting } from './helpers/testSettings.ts';

/** The labels offered at the end of the text. */
async function completionsAfter(text: string): Promise<readonly string[]> {
  const { jobFile } = await createJobFolder('draft', text);
  const document = await vscode.workspace.openTextDocument(jobFile);
  const list = await vscode.commands.executeCommand<vscode.CompletionList>(
    'vscode.executeCompletionItemProvider',
    jobFile,
    document.positionAt(text.length),
  );
  return list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
}

const missingFrom = (labels: readonly string[], wanted: readonly string[]): readonly string[] =>
  wanted.filter((each) => !labels.includes(each));

describe('A job file in the editor', () => {
  it('offers the models', async () => {
    const labels = await completionsAfter('model: ');
    assert.deepEqual(missingFrom(labels, ['seedream-5-0-260128', 'sonic', 'seed-tts-2.0']), []);
  });

  it('offers the fields of its own model and of no other', async () => {
    const labels = await completionsAfter('model: seedream-5-0-260128\n');
    assert.deepEqual(missingFrom(labels, ['prompt', 'size', 'output_format']), []);
    assert.equal(labels.includes('vocal_gender'), false);
  });

  it('explains in a hover what a field means', async () => {
    const { jobFile } = await createJobFolder('hero', 'model: seedream-5-0-260128\nsize: 2K\n');
    await vscode.workspace.openTextDocument(jobFile);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      jobFile,
      new vscode.Position(1, 1),
    );
    const text = hovers.flatMap(({ contents }) =>
      contents.map((part) => (typeof part === 'string' ? part : part.value)),
    );
    assert.match(text.join('\n'), /size/i);
  });

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

  it('ignores other YAML files', async () => {
    const { dir } = await createJobFolder('hero', 'model: sonic\n');
    const other = vscode.Uri.file(`${dir}/compose.yaml`);
    await vscode.workspace.fs.writeFile(other, Buffer.from('model: seedream-5-0-260128\nsize: 17\n'));
    await vscode.workspace.openTextDocument(other);
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', other, 10);
    assert.deepEqual(
      { lenses: lenses.length, problems: vscode.languages.getDiagnostics(other) },
      { lenses: 0, problems: [] },
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
