import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { waitUntil } from '../support/waitUntil.ts';
import type { CleanUp } from '../hosts/cleanUp.ts';
import { askFor, findWidgets, openAt } from './editLanguage.ts';
import { writeHostileResults } from '../support/hostileRepository.ts';
import type { Person } from './person.ts';
import { setStage } from './stage.ts';

const text = [
  'jobs:',
  '  sea:',
  '    model: seedream-5-0-260128',
  '    prompt: A harbour near ${{ env.HO¦ME }}',
  '  shore:',
  '    model: seedream-5-0-260128',
  '    prompt: file://./shore.md',
  '',
].join('\n');

/** Selects a result in the preview, and checks that this is the only button of its notice. */
async function waitForButtons(person: Person, name: string, label: string): Promise<void> {
  const preview = person.preview();
  await preview.getByRole('option', { name, exact: true }).click();
  // The details decide which buttons there are. They hold the path of the file, whether the panel is open or not.
  await preview.locator('.details dd.code', { hasText: name }).waitFor({ state: 'attached' });
  const buttons = preview.locator('.notice-actions button');
  await buttons.filter({ hasText: label }).waitFor();
  assert.deepEqual(await buttons.allInnerTexts(), [label]);
}

describe('A user in a folder that is not trusted', () => {
  let cleanUp: CleanUp;
  const stage = setStage({
    name: 'restricted',
    workspaceTrust: 'asked',
    settings: (own) => {
      cleanUp = own;
      return Promise.resolve({ 'genwright.env.allow': ['HOME'] });
    },
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

  it('can then open a medium outside VS Code that VS Code cannot play, and nothing else', async () => {
    const { person, folder } = stage();
    const repository = await writeHostileResults(folder);
    cleanUp.add(repository.remove);
    await person.runCommand('View: Close All Editors');
    await person.openFile('hostile.gen.yaml');
    await person.runCommand('Genwright: Preview Results');
    await waitForButtons(person, 'broken.mp4', 'Open Outside');
    for (const name of ['hero.mp4.command', 'script.mp4']) await waitForButtons(person, name, 'Reveal in Explorer');
    // A link that leads out of the workspace folder, and so a file that is missing.
    await waitForButtons(person, 'outside.mp4', 'Open Job File');
  });
});
