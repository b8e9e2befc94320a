import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { waitUntil } from '../support/waitUntil.ts';
import { createJobFolder, generate, type JobFolder, smallImage } from './jobFiles.ts';
import { recordApi, type ApiRecorder } from './recordApi.ts';

const hostile = '<script>alert(1)</script> & "https://example.com"';
const run = (id: string, ...args: readonly unknown[]): Thenable<unknown> => vscode.commands.executeCommand(id, ...args);

describe('Search Results and Export Contact Sheet', () => {
  let folder: JobFolder;
  let recorder: ApiRecorder;
  before(async () => {
    const prompt = JSON.stringify(`A zeppelin at \${{ matrix.time }} ${hostile}`);
    folder = await createJobFolder('hero', `${smallImage}prompt: ${prompt}\nmatrix: {time: [dawn, dusk]}\n`);
    const { tasks } = await generate(folder.jobFile);
    await run('genwright.markResult', tasks[0]?.artifacts[0], { mark: 'star', note: hostile });
    // Generate has opened the preview, which would only be revealed.
    await run('workbench.action.closeAllEditors');
    const extension = vscode.extensions.getExtension<unknown>('genwright.genwright');
    assert.ok(extension);
    recorder = recordApi(extension);
  });
  after(() => recorder.stop());

  it('find a result of the workspace by its prompt and mark, and show it', async () => {
    recorder.user.inputs = ['zeppelin mark:star'];
    await run('genwright.searchResults');
    const { lists } = recorder.record;
    assert.ok(lists.includes('1 result'), lists.join('\n'));
    assert.ok(lists.includes('hero-dawn.png'), lists.join('\n'));
    await waitUntil('the preview', () => recorder.panels.length > 0 || undefined);
    recorder.panels.splice(0).forEach(({ panel }) => panel.dispose());
  });

  it('write one page beside the job file, in which text of others is text', async () => {
    recorder.clear();
    const path = await run('genwright.exportContactSheet', folder.jobFile);
    assert.equal(path, join(folder.dir, 'hero.contact-sheet.html'));
    const html = (await folder.read('hero.contact-sheet.html')).toString();
    assert.equal(html.match(/<img src="data:image\/(?:png|jpeg|webp);base64,/g)?.length, 2);
    assert.equal(html.match(/A zeppelin at (?:dawn|dusk) &lt;script&gt;/g)?.length, 2);
    assert.match(html, /★/);
    assert.doesNotMatch(html, /<script|https?:\/\/|file:/);
    assert.ok(!html.includes(folder.dir));
    assert.deepEqual([recorder.record.notices, recorder.record.dialogs], [[], []]);
  });

  it('replace that page, but no other file of its name', async () => {
    const path = await run('genwright.exportContactSheet', folder.jobFile.fsPath);
    assert.equal(path, join(folder.dir, 'hero.contact-sheet.html'));
    await writeFile(path, 'by hand');
    assert.equal(
      await run('genwright.exportContactSheet', folder.jobFile),
      join(folder.dir, 'hero.contact-sheet-2.html'),
    );
    assert.equal((await folder.read('hero.contact-sheet.html')).toString(), 'by hand');
  });
});
