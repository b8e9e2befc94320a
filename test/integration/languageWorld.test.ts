import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { makePng } from '../fakes/media/media.ts';
import { waitUntil } from '../support/waitUntil.ts';
import { connectGateway } from './helpers/connectGateway.ts';
import { codeOf, diagnosticsWhen } from './helpers/diagnostics.ts';
import { completionLabels } from './helpers/editorQuestions.ts';
import { createJobFolder, generate } from './helpers/jobFiles.ts';
import { writeProfileSettings } from './helpers/profileSettings.ts';

const image = 'model: seedream-5-0-260128\n';

async function lensTitles(uri: vscode.Uri): Promise<readonly string[]> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 10);
  return lenses.map(({ command }) => command?.title ?? '');
}

describe('The editor of a job file, and the files around it', () => {
  it('checks an unsaved file by the folder in which it will be saved', async () => {
    const { dir } = await createJobFolder('hero', image);
    await writeFile(join(dir, 'door.png'), makePng());
    const uri = vscode.Uri.file(join(dir, 'new.gen.yaml')).with({ scheme: 'untitled' });
    const document = await vscode.workspace.openTextDocument(uri);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, new vscode.Position(0, 0), `${image}prompt: \${{ env.NOT_ALLOWED }}\nimages: [gone.png, ]\n`);
    await vscode.workspace.applyEdit(edit);

    const found = await diagnosticsWhen(uri, (all) => all.some((each) => codeOf(each) === 'missing-input'));
    const offered = await completionLabels(document, new vscode.Position(2, 'images: [gone.png, '.length));

    assert.deepEqual(found.map(codeOf), ['blocked-env', 'missing-input']);
    assert.ok(offered.includes('door.png'), offered.join());
  });

  it('marks a text file in an image field while the user types, and keeps the CodeLens of the job', async () => {
    const { dir, jobFile } = await createJobFolder('secret', `${image}prompt: Make it blue\nimage: .env\n`);
    await writeFile(join(dir, '.env'), 'STRIPE_KEY=live_123');
    await vscode.window.showTextDocument(jobFile);

    const [found] = await diagnosticsWhen(jobFile, (all) => all.some((each) => codeOf(each) === 'input-not-sendable'));
    const typed = await lensTitles(jobFile);
    const { tasks, problems } = await generate(jobFile);

    assert.equal(found?.severity, vscode.DiagnosticSeverity.Error);
    assert.deepEqual({ tasks, problems }, { tasks: [], problems: 1 });
    assert.deepEqual([typed, await lensTitles(jobFile)], [['$(play) Generate'], ['$(play) Generate']]);
  });

  it('leads from a problem to the range that explains it', async () => {
    const { jobFile } = await createJobFolder('twice', `${image}prompt: one\nsize: 2K\nprompt: two\n`);
    await vscode.workspace.openTextDocument(jobFile);

    const [found] = await diagnosticsWhen(jobFile, (all) => all.some((each) => codeOf(each) === 'duplicate-key'));

    assert.deepEqual(
      found?.relatedInformation?.map(({ location, message }) => [location.range.start.line, message]),
      [[1, '"prompt" is first written here.']],
    );
  });

  it('offers the profiles of the user, and shows an estimate once a similar job was paid', async () => {
    const gateway = await connectGateway('studio');
    try {
      const { jobFile } = await createJobFolder('paid', `gen: {profile: }\n${image}prompt: A lighthouse\n`);
      const document = await vscode.workspace.openTextDocument(jobFile);
      const offered = await completionLabels(document, new vscode.Position(0, 'gen: {profile: '.length));
      const { tasks } = await generate(jobFile);

      assert.deepEqual(offered, ['sandbox', 'studio']);
      assert.equal(typeof tasks[0]?.amountUsd, 'number');
      // Waits, because the account is read again only after the run.
      const readEstimate = async (): Promise<string | undefined> =>
        (await lensTitles(jobFile)).find((title) => title.startsWith('about $'));
      await waitUntil('the lens with an estimate', readEstimate, 30_000);
    } finally {
      await writeProfileSettings(undefined, undefined);
      await gateway.close();
    }
  });
});
