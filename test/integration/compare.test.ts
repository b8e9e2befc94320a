import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { waitUntil } from '../support/waitUntil.ts';
import { createJobFolder, generate, type JobFolder, smallImage } from './helpers/jobFiles.ts';

describe('Compare Results', () => {
  let folder: JobFolder;
  let artifacts: readonly string[];
  const run = (...args: readonly unknown[]): Thenable<unknown> =>
    vscode.commands.executeCommand('genwright.compareResults', ...args);
  before(async () => {
    folder = await createJobFolder('hero', `gen: { repeat: 2 }\n${smallImage}prompt: A pier\n`);
    artifacts = (await generate(folder.jobFile)).tasks.flatMap((task) => task.artifacts);
  });

  it('refuses what cannot be compared', async () => {
    const other = join(folder.dir, 'other.png');
    await writeFile(other, 'by hand');
    const [first] = artifacts;
    for (const paths of [[], [first], [first, first], [first, other], [first, 7]]) {
      await assert.rejects(async () => run(folder.jobFile, paths), JSON.stringify(paths));
    }
  });

  it('shows two results in the preview of their job file', async () => {
    await run(folder.jobFile, artifacts);
    await waitUntil('the preview', () =>
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).find(({ label }) => label === 'Preview hero.gen.yaml'),
    );
  });
});
