import assert from 'node:assert/strict';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { waitUntil } from '../support/waitUntil.ts';
import { doUntil, glanceMs } from './again.ts';
import { findWidgets } from './editLanguage.ts';
import type { Person } from './person.ts';
import { setStage } from './stage.ts';

const kubernetes = 'apiVersion: v1\nkind: List\n';

function runIcon({ page }: Person): Locator {
  return page.locator('.editor-group-container.active .editor-actions').getByRole('button', { name: /^Generate/ });
}

async function waitForEntries(person: Person, name: string): Promise<readonly string[]> {
  // A file written a moment ago is not yet read: its menu is opened again.
  return waitUntil(`the entries of ${name}`, async () => {
    const entries = await entriesOf(person, name);
    return entries.length > 0 ? entries : undefined;
  });
}

/** Entries of Genwright in the menu that the Explorer shows for a file. */
async function entriesOf({ page }: Person, name: string): Promise<readonly string[]> {
  const row = page.locator('.explorer-folders-view .monaco-list-row', { hasText: name });
  const labels = page.locator('.monaco-menu .action-label');
  const openMenu = async (): Promise<void> => {
    // The tooltip of another row would be in the way.
    await page.mouse.move(0, 0);
    await row.first().click({ button: 'right', timeout: glanceMs });
  };
  await doUntil(openMenu, () => labels.first().waitFor({ timeout: glanceMs }));
  const found = await labels.allInnerTexts();
  await page.keyboard.press('Escape');
  await labels.first().waitFor({ state: 'detached' });
  return found.filter((label) => ['Generate', 'Preview Results'].includes(label));
}

describe('A user with job files and files of other tools', () => {
  const stage = setStage({ name: 'job-files' });

  it('has menus of Genwright for job files only, open or not', async () => {
    const { person, folder } = stage();
    await writeFile(join(folder, 'a-deploy.gen.yaml'), kubernetes);
    await writeFile(join(folder, 'a-draft.gen.yaml'), '');
    await person.openFile('lighthouse.gen.yaml');
    await runIcon(person).waitFor();
    const draft = await waitForEntries(person, 'a-draft.gen.yaml');
    // It was written before the draft, so by now it is read, too.
    const other = await entriesOf(person, 'a-deploy.gen.yaml');
    assert.deepEqual([draft, other], [['Generate', 'Preview Results'], []]);
  });

  it('has the menus for job files of a folder that appears as a whole, as from a branch', async () => {
    const { person, folder } = stage();
    const elsewhere = join(folder, '..', 'branch');
    await mkdir(elsewhere);
    await writeFile(join(elsewhere, 'branch.gen.yaml'), '');
    await rename(elsewhere, join(folder, 'branch'));
    const row = person.page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'branch' }).first();
    await row.click();
    assert.deepEqual(await waitForEntries(person, 'branch.gen.yaml'), ['Generate', 'Preview Results']);
    // Folded: its rows would be in the way of others.
    await row.click();
  });

  it('sees a run icon, a lens and the status of Genwright come and go with a key', async () => {
    const { person } = stage();
    const { lenses } = findWidgets(person);
    const status = person.page.locator('.statusbar-item[id="genwright.genwright.genwright.status"]');
    await person.openFile('a-deploy.gen.yaml');
    await runIcon(person).waitFor({ state: 'detached' });
    await status.waitFor({ state: 'detached' });

    await person.page.keyboard.press('ControlOrMeta+Home');
    await person.page.keyboard.type('model: sonic\n');
    await runIcon(person).waitFor();
    await lenses.first().waitFor();
    await status.waitFor();
    await person.screenshot('job-file');

    for (let line = 0; line < 2; line += 1) await person.page.keyboard.press('ControlOrMeta+Z');
    await runIcon(person).waitFor({ state: 'detached' });
    await lenses.first().waitFor({ state: 'detached' });
    await person.screenshot('other-tool');
  });

  it('is told by Generate why the file is not a job file', async () => {
    const { person } = stage();
    await person.openFile('a-deploy.gen.yaml');
    await person.runCommand('Genwright: Generate');
    await person.notification('"a-deploy.gen.yaml" is not a job file').waitFor();
    await person.prompt().waitFor({ state: 'hidden' });
    assert.equal(await person.dialog().count(), 0);
  });
});
