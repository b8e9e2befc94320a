import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { waitUntil } from '../support/waitUntil.ts';
import { createJobFolder, generate, smallImage } from './helpers/jobFiles.ts';
import { type ApiRecorder, recordApi } from './helpers/recordApi.ts';
import { extensionId } from '../support/extensionId.ts';

const grid = `gen: {concurrency: 1}\n${smallImage}matrix: {seed: [1, 2, 3, 4]}\nprompt: A door\n`;

describe('A run', () => {
  let recorder: ApiRecorder;

  before(async () => {
    const extension = vscode.extensions.getExtension(extensionId);
    assert.ok(extension);
    await extension.activate();
    recorder = recordApi(extension);
  });

  beforeEach(() => recorder.clear());

  after(() => recorder.stop());

  it('is stopped by its job file, asks once about what was sent, and is resumed as a whole', async () => {
    const folder = await createJobFolder('grid', grid);
    const { jobFile } = folder;
    const countImages = async (): Promise<number> =>
      (await folder.names()).filter((name) => name.endsWith('.png')).length;
    recorder.user.agrees = true;
    const running = generate(jobFile);
    await waitUntil('the first image', async () => (await countImages()) === 1 || undefined);

    await vscode.commands.executeCommand('genwright.stopRun', jobFile);
    const { tasks } = await running;

    const made = tasks.filter(({ status }) => status === 'saved').length;
    assert.deepEqual(
      tasks.map(({ status, error }) => [status, error?.code]),
      tasks.map((_, at) => (at < made ? ['saved', undefined] : ['skipped', 'run-stopped'])),
    );
    assert.ok(made < 3, `${made} images were made`);
    const asked = recorder.record.lists.filter((text) => text.startsWith('Keep watching the tasks')).length;
    // The second request may be about to be sent when the user stops the run. The user is then asked about it, and it
    // is given up.
    assert.ok(asked === 1 || (asked === 0 && made === 1), `asked ${asked} times, ${made} images were made`);

    await vscode.commands.executeCommand('genwright.run.resumeAll', jobFile);
    await waitUntil('all images', async () => (await countImages()) === 4 || undefined);
  });

  it('is cleared when it has ended, and there is nothing to stop or to retry then', async () => {
    const { jobFile } = await createJobFolder('hero', `${smallImage}prompt: A door\n`);
    await generate(jobFile);
    for (const id of ['stopRun', 'run.retryFailed', 'run.clearFinished', 'run.clearFinished']) {
      await vscode.commands.executeCommand(`genwright.${id}`, jobFile);
    }
    assert.deepEqual(recorder.record.notices, [
      'No run is in progress.',
      'There is no task for "Retry Failed".',
      'There is no task for "Clear Finished".',
    ]);
  });
});
