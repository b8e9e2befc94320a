import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { waitUntil } from '../support/waitUntil.ts';
import { askFor, findWidgets, openAt } from './editLanguage.ts';
import { setStage } from './stage.ts';

const text = [
  'jobs:',
  '  sea:',
  '    model: seedream-5-0-260128',
  '    prompt: A harbor near ${{ env.HO¦ME }}',
  '  shore:',
  '    model: seedream-5-0-260128',
  '    prompt: file://./shore.md',
  '',
].join('\n');

describe('A user in a folder that is not trusted', () => {
  const stage = setStage({
    name: 'restricted',
    workspaceTrust: 'asked',
    settings: () => Promise.resolve({ 'genwright.env.allow': ['HOME'] }),
  });

  it('writes job files with the help of the editor', async () => {
    const { person, folder } = stage();
    await person.page
      .getByRole('button', { name: /^Restricted Mode/ })
      .first()
      .waitFor();
    await openAt(person, { path: join(folder, 'fields.gen.yaml'), text: 'model: seedream-5-0-260128\n¦\n' });
    await askFor(person, 'list', findWidgets(person).suggestions.filter({ hasText: 'output_format' }));
  });

  it('is told why the environment and other files are not read, and can change that', async () => {
    const { person, folder } = stage();
    await writeFile(join(folder, 'shore.md'), 'A pebble shore at low tide');
    await openAt(person, { path: join(folder, 'apart.gen.yaml'), text });
    const { hover, fixes } = findWidgets(person);
    await askFor(person, 'hover', hover.filter({ hasText: 'The environment is read only in a trusted folder' }));
    await person.screenshot('environment');
    await askFor(person, 'fixes', fixes.filter({ hasText: 'Trust this folder' }));
    await person.page.keyboard.press('Escape');
    await person.runCommand('Problems: Focus on Problems View');
    await person.problemRows().filter({ hasText: 'Files are read only in a trusted folder' }).waitFor();
    await person.screenshot('problems');
  });

  it('does not find commands that always send in the palette', async () => {
    const { person } = stage();
    const rows = person.prompt().locator('.monaco-list-row');
    await person.page.keyboard.press('F1');
    await person.prompt().locator('input').first().fill('>Genwright: Asset');
    await rows.filter({ hasText: 'List Assets' }).waitFor();
    assert.deepEqual(await rows.filter({ hasText: 'Register Asset' }).allInnerTexts(), []);
    await person.page.keyboard.press('Escape');
  });

  it('is offered to trust the folder by Generate, and then it generates', async () => {
    const { person, folder } = stage();
    await person.openFile('apart.gen.yaml');
    await person.view('Tasks');
    await person.runCommand('Genwright: Generate');
    const offer = person.notification('In Restricted Mode, Genwright starts no new requests');
    await offer.waitFor();
    await person.screenshot('generate');
    assert.equal((await readdir(folder)).includes('apart-sea.png'), false);

    await offer.getByRole('button', { name: 'Manage Workspace Trust' }).click();
    await person.page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true }).click();
    await person.openFile('apart.gen.yaml');
    await findWidgets(person).problems.first().waitFor({ state: 'detached' });
    await person.runCommand('Genwright: Generate');
    await waitUntil('the image', async () => (await readdir(folder)).includes('apart-shore.png') || undefined);
  });
});
