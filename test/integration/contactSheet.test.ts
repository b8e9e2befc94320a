import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encode } from 'fast-png';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { makeArtifact, makeRecord } from '../support/previewHarness/scene.ts';
import { waitUntil } from '../support/waitUntil.ts';
import { createJobFolder, generate, type JobFolder, smallImage } from './helpers/jobFiles.ts';
import { recordApi, type ApiRecorder } from './helpers/recordApi.ts';
import { extensionId } from '../support/extensionId.ts';

const hostile = '<script>alert(1)</script> & "https://example.com"';
const run = (id: string, ...args: readonly unknown[]): Thenable<unknown> => vscode.commands.executeCommand(id, ...args);

describe('Export Contact Sheet of large images', () => {
  const size = 900;
  let folder: JobFolder;
  before(async () => {
    folder = await createJobFolder('large', 'model: seedream-5-0-260128\nprompt: Noise\n');
    const lines = await Promise.all(
      [1, 2].map(async (minute) => {
        // Noise cannot be compressed, so the file is as large as its pixels.
        const bytes = Buffer.from(
          encode({ width: size, height: size, data: randomBytes(size * size * 3), channels: 3 }),
        );
        await writeFile(join(folder.dir, `large-${minute}.png`), bytes);
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        const artifact = makeArtifact(`large-${minute}.png`, 'image/png', { sha256, bytes: bytes.length });
        return JSON.stringify(makeRecord(minute, { artifacts: [artifact] }));
      }),
    );
    await writeFile(join(folder.dir, 'large.gen.runs.jsonl'), `${lines.join('\n')}\n`);
  });
  after(() => run('workbench.action.closeAllEditors'));

  it('makes thumbnails first, so the page is small', async () => {
    const path = await run('genwright.exportContactSheet', folder.jobFile);
    assert.equal(path, join(folder.dir, 'large.contact-sheet.html'));
    const html = (await folder.read('large.contact-sheet.html')).toString();
    assert.equal(html.match(/<img src="data:image\/webp;base64,/g)?.length, 2);
    assert.ok(html.length < size * size, `${html.length} characters`);
  });
});

describe('Search Results and Export Contact Sheet', () => {
  let folder: JobFolder;
  let recorder: ApiRecorder;
  before(async () => {
    const prompt = JSON.stringify(`A zeppelin at \${{ matrix.time }} ${hostile}`);
    folder = await createJobFolder('hero', `${smallImage}prompt: ${prompt}\nmatrix: {time: [dawn, dusk]}\n`);
    const { tasks } = await generate(folder.jobFile);
    await run('genwright.markResult', tasks[0]?.artifacts[0], { mark: 'star', note: hostile });
    // Generate has opened the preview, and the command would only reveal that.
    await run('workbench.action.closeAllEditors');
    const extension = vscode.extensions.getExtension<unknown>(extensionId);
    assert.ok(extension);
    recorder = recordApi(extension);
  });
  after(() => recorder.stop());

  it('find a result of the workspace by its prompt and mark, and show it', async () => {
    recorder.user.inputs = ['zeppelin mark:star'];
    await run('genwright.searchResults');
    const { lists } = recorder.record;
    assert.ok(
      lists.some((text) => text.includes('1 request')),
      lists.join('\n'),
    );
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
