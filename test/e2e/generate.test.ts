import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { generateSample, type Sample, samples } from './generateSample.ts';
import { setStage } from './stage.ts';

describe('A person who generates on the sandbox', () => {
  const stage = setStage({ name: 'generate' });

  for (const sample of samples) {
    it(`sees the result of ${sample.file} in the preview`, async () => {
      const { person, folder } = stage();
      const { record } = await generateSample(person, folder, sample);
      assert.equal(record.profile, 'sandbox');
    });
  }

  it('finds the finished jobs in the Tasks view', async () => {
    const rows = (await stage().person.treeRows('Tasks')).join('\n');
    const missing = samples.filter(({ file }) => !rows.includes(file.replace('.gen.yaml', '')));
    assert.deepEqual(missing, [], rows);
  });

  it('keeps the first image when the same job is generated another time', async () => {
    const { person, folder } = stage();
    const [image] = samples as readonly [Sample];
    const before = await readFile(join(folder, 'lighthouse.png'));
    await person.openFile(image.file);
    await person.runCommand('Gen: Generate');
    await person.dialog().getByRole('button', { name: 'Generate Another' }).click();
    await person.preview().getByText('lighthouse-2.png').first().waitFor();
    assert.ok((await readdir(folder)).includes('lighthouse-2.png'));
    assert.deepEqual(await readFile(join(folder, 'lighthouse.png')), before);
  });
});
