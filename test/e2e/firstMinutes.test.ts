import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { waitUntil } from '../support/waitUntil.ts';
import { doUntil, glanceMs } from './again.ts';
import type { Person } from './person.ts';
import { setStage } from './stage.ts';

/** Opens the walkthrough at a step. */
async function openStep(person: Person, title: string): Promise<void> {
  // A walkthrough that is open already hides its steps while it is opened again.
  await person.runCommand('View: Close All Editors');
  await person.runCommand('Welcome: Open Walkthrough...');
  await person.prompt().locator('input').first().fill('Genwright');
  await person.page.keyboard.press('Enter');
  await person.page.locator('.gettingStartedContainer').getByText(title).first().click();
}

function listRow(person: Person, text: string): Locator {
  return person.prompt().locator('.monaco-list-row', { hasText: text });
}

describe('A user in the first minutes', () => {
  const stage = setStage({ name: 'first-minutes' });

  it('gets an image with one button of the walkthrough', async () => {
    const { person, folder } = stage();
    await openStep(person, 'Generate a sample');
    await person.page.getByRole('button', { name: 'Generate a Sample Now' }).click();
    await person.preview().getByText('lighthouse-2.png').first().waitFor();
    // The folder has the sample already, and nothing is overwritten.
    const image = await readFile(join(folder, 'lighthouse-2.png'));
    assert.equal(image.subarray(1, 4).toString(), 'PNG');
  });

  it('finds the steps about a result completed', async () => {
    const { person } = stage();
    await openStep(person, 'Generate a sample');
    const completed = person.page.locator('.getting-started-step .codicon-getting-started-step-checked');
    await waitUntil('the completed steps', async () => ((await completed.count()) >= 2 ? true : undefined));
  });

  it('keeps the list of New Job File when the walkthrough takes the focus back', async () => {
    const { person } = stage();
    await openStep(person, 'Write a job file');
    await person.runCommand('Genwright: New Job File...');
    await person.prompt().locator('input').first().fill('Seed TTS');
    await person.page.locator('.gettingStartedContainer').click({ position: { x: 20, y: 300 } });
    await listRow(person, 'Seed TTS').first().click();
    await person.page.locator('.tab.active[data-resource-name="speech.gen.yaml"]').waitFor();
  });

  it('finds a sample by what it makes', async () => {
    const { person } = stage();
    await person.runCommand('Genwright: New Job File...');
    await person.prompt().locator('input').first().fill('variants');
    await listRow(person, 'Matrix of variants').click();
    await person.page.locator('.tab.active[data-resource-name="four-seasons-2.gen.yaml"]').waitFor();
  });

  it('generates with Ctrl+Enter in a job file, which inserts a line in other files', async () => {
    const { person, folder } = stage();
    const { page } = person;
    await writeFile(join(folder, 'other.yaml'), 'a: 1\n');
    await person.openFile('other.yaml');
    await page.keyboard.press('Control+Enter');
    await page.locator('.tab.active.dirty[data-resource-name="other.yaml"]').waitFor();
    await person.openFile('storm-keeper.gen.yaml');
    const tasks = await person.view('Tasks');
    await person.openFile('storm-keeper.gen.yaml');
    await doUntil(
      () => page.keyboard.press('Control+Enter'),
      () => tasks.locator('.monaco-list-row', { hasText: 'storm-keeper.md' }).first().waitFor({ timeout: glanceMs }),
    );
    assert.match(await readFile(join(folder, 'storm-keeper.md'), 'utf8'), /./);
  });
});
