import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { awaitSample, generateSample, type Sample, samples, seeSample, startSample } from './generateSample.ts';
import { setStage } from './stage.ts';

describe('A user who generates on the sandbox', () => {
  const stage = setStage({ name: 'generate' });

  const [image, ...others] = samples as readonly [Sample, ...Sample[]];

  it(`sees the result of ${image.file} in the preview as it comes`, async () => {
    const { person, folder } = stage();
    const { records } = await generateSample(person, folder, image);
    assert.deepEqual([...new Set(records.map(({ profile }) => profile))], ['sandbox']);
  });

  it('generates the other samples, one while another is made', async () => {
    const { person, folder } = stage();
    for (const sample of others) await startSample(person, sample);
    // The first result of a run reveals its preview, which would cover the one that is looked at.
    await Promise.all(others.map((sample) => awaitSample(folder, sample)));
  });

  for (const sample of others) {
    it(`sees the result of ${sample.file} in the preview`, async () => {
      const { person, folder } = stage();
      // A file then opens beside the previews, not among them.
      await person.runCommand('View: Focus First Editor Group');
      await person.openFile(sample.file);
      await person.runCommand('Genwright: Preview Results');
      const { records } = await seeSample(person, folder, sample);
      assert.deepEqual([...new Set(records.map(({ profile }) => profile))], ['sandbox']);
    });
  }

  it('finds the newest of the finished jobs at the top of the Tasks view', async () => {
    const tasksView = await stage().person.view('Tasks');
    for (const job of ['idea', 'still', 'clip', 'voice']) {
      await tasksView.locator('.monaco-list-row', { hasText: new RegExp(`^${job}[\\d.]+ `) }).waitFor();
    }
  });

  it('keeps the first image when the same job is generated another time', async () => {
    const { person, folder } = stage();
    const before = await readFile(join(folder, 'lighthouse.png'));
    await person.runCommand('View: Focus First Editor Group');
    await person.openFile(image.file);
    await person.runCommand('Genwright: Generate');
    await person.dialog().getByRole('button', { name: 'Generate Another' }).click();
    await person.preview().getByText('lighthouse-2.png').first().waitFor();
    assert.ok((await readdir(folder)).includes('lighthouse-2.png'));
    assert.deepEqual(await readFile(join(folder, 'lighthouse.png')), before);
  });
});
