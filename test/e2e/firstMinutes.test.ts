import assert from 'node:assert/strict';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { extensionId } from '../support/extensionId.ts';
import { waitUntil } from '../support/waitUntil.ts';
import { doUntil, glanceMs } from './again.ts';
import { findWidgets, openAt, waitForList } from './editLanguage.ts';
import type { Person } from './person.ts';
import { setStage } from './stage.ts';

const stage = setStage({ name: 'first-minutes' });

const kubernetes = 'apiVersion: v1\nkind: List\n';

function runIcon({ page }: Person): Locator {
  return page.locator('.editor-group-container.active .editor-actions').getByRole('button', { name: /^Generate/ });
}

async function waitForEntries(person: Person, name: string): Promise<readonly string[]> {
  // A new file may not have been read yet, so its menu is opened again.
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

/** Opens the walkthrough at a step. */
async function openStep(person: Person, title: string): Promise<void> {
  // A walkthrough that is open already hides its steps while it is opened again.
  await person.runCommand('View: Close All Editors');
  await person.runCommand('Welcome: Open Walkthrough...');
  await person.prompt().locator('input').first().fill('Genwright');
  await person.page.keyboard.press('Enter');
  await person.page.locator('.gettingStartedContainer').getByText(title).first().click();
}

/** Makes a speech job with keys alone, as fast as a user who knows what comes. */
async function typeNewJobFile(person: Person, picture: string): Promise<void> {
  const { keyboard } = person.page;
  const input = person.prompt().locator('input').first();
  // The step may take the focus from the palette, too.
  const command = listRow(person, 'Genwright: New Job File').first();
  const find = async (): Promise<void> => {
    await keyboard.press('Escape');
    await keyboard.press('F1');
    await input.waitFor({ timeout: glanceMs });
    await keyboard.type('Genwright: New Job File');
  };
  await doUntil(find, () => command.waitFor({ timeout: glanceMs }));
  await keyboard.press('Enter');
  await person.prompt().getByText('New Job File', { exact: true }).first().waitFor();
  await keyboard.type('Seed TTS', { delay: 120 });
  // The list has held the focus for as long as a walkthrough can take it.
  assert.equal(await input.inputValue(), 'Seed TTS');
  await listRow(person, 'Seed TTS').first().waitFor();
  await person.screenshot(picture);
  await keyboard.press('Enter');
}

/** Types into the list and selects what it leaves, with keys alone. */
async function pickByKeys(person: Person, words: string): Promise<void> {
  const input = person.prompt().locator('input').first();
  await input.waitFor();
  // A person reads the question first. A walkthrough takes the focus once within this time.
  await person.page.waitForTimeout(800);
  await person.page.keyboard.type(words, { delay: 120 });
  assert.equal(await input.inputValue(), words);
  await listRow(person, words).first().waitFor();
  await person.page.keyboard.press('Enter');
}

function listRow(person: Person, text: string): Locator {
  return person.prompt().locator('.monaco-list-row', { hasText: text });
}

describe('A user with job files and files of other tools', () => {
  it('has menus of Genwright for job files only, open or not', async () => {
    const { person, folder } = stage();
    await writeFile(join(folder, 'a-deploy.gen.yaml'), kubernetes);
    await writeFile(join(folder, 'a-draft.gen.yaml'), '');
    await person.openFile('lighthouse.gen.yaml');
    await runIcon(person).waitFor();
    const draft = await waitForEntries(person, 'a-draft.gen.yaml');
    // The file was written before the draft, so it has been read, too.
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
    // The folder is folded, because its rows would be in the way of others.
    await row.click();
  });

  it('sees a run icon, a lens and the status of Genwright come and go with a key', async () => {
    const { person } = stage();
    const { lenses } = findWidgets(person);
    const status = person.page.locator(`.statusbar-item[id="${extensionId}.genwright.status"]`);
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

describe('A user in the first minutes', () => {
  it('gets an image with one button of the walkthrough', async () => {
    const { person, folder } = stage();
    await openStep(person, 'Generate a sample');
    await person.page.getByRole('button', { name: 'Generate a Sample Now' }).click();
    await person.preview().getByText('lighthouse-2.png').first().waitFor();
    // The folder has the sample already, and nothing is overwritten.
    const image = await readFile(join(folder, 'lighthouse-2.png'));
    assert.equal(image.subarray(1, 4).toString(), 'PNG');
  });

  it('finds the step of the sample completed, and no other', async () => {
    const { person } = stage();
    await openStep(person, 'Generate a sample');
    const isCompleted = async (title: string): Promise<boolean> => {
      const step = person.page.locator('.getting-started-step', { hasText: title });
      return (await step.locator('.codicon-getting-started-step-checked').count()) > 0;
    };
    await waitUntil('the completed step', async () => ((await isCompleted('Generate a sample')) ? true : undefined));
    const others = ['Write a job file', 'Run Generate', 'Connect to your gateway'];
    assert.deepEqual(await Promise.all(others.map(isCompleted)), [false, false, false]);
  });

  it('types into the list of New Job File when the walkthrough takes the focus back', async () => {
    const { person } = stage();
    await openStep(person, 'Write a job file');
    // The step takes the focus a moment after it is selected, which would close the palette.
    await person.page.locator('.getting-started-step.expanded:focus').waitFor();
    await typeNewJobFile(person, 'list-over-walkthrough');
    await person.page.locator('.tab.active[data-resource-name="speech.gen.yaml"]').waitFor();
  });

  it('gets the list of New Job File from the button of the step by keys', async () => {
    const { person } = stage();
    const { keyboard } = person.page;
    await openStep(person, 'Write a job file');
    await person.page.locator('.getting-started-step.expanded:focus').waitFor();
    const button = person.page.locator('.getting-started-step.expanded').getByRole('button', { name: 'New Job File' });
    // The step may take the focus back once.
    await waitUntil('the focus', async () => {
      if (await button.evaluate((each) => each.matches(':focus'))) return true;
      await keyboard.press('Tab');
      return undefined;
    });
    await keyboard.press('Enter');
    await pickByKeys(person, 'Sonic');
    await person.page.locator('.tab.active[data-resource-name="music.gen.yaml"]').waitFor();
  });

  it('gets the list of New Job File over the welcome page by keys', async () => {
    const { person } = stage();
    await person.runCommand('View: Close All Editors');
    await person.runCommand('Help: Welcome');
    await person.page.locator('.gettingStartedContainer').waitFor();
    await person.runCommand('Genwright: New Job File...');
    await pickByKeys(person, 'Image');
    await person.page
      .locator('.tab.active[data-resource-name^="image"], .tab.active[data-resource-name$=".gen.yaml"]')
      .waitFor();
  });

  it('starts an empty job file from a sample, and is told what to write when it is sent', async () => {
    const { person, folder } = stage();
    await writeFile(join(folder, 'empty.gen.yaml'), '');
    await person.openFile('empty.gen.yaml');
    const lens = findWidgets(person).lenses.filter({ hasText: 'Start from a Sample...' });
    await lens.waitFor();
    await person.page.keyboard.press('Control+Enter');
    await person.notification('Nothing was sent: empty.gen.yaml has an error. This job file is empty.').waitFor();
    await person.notification('Nothing was sent').getByRole('button', { name: 'Show Problems' }).waitFor();
    assert.equal(await person.problemRows().count(), 0);
    await person.screenshot('empty-file');
    await lens.click();
    await pickByKeys(person, 'Seed TTS');
    await person.page.locator('.view-lines', { hasText: 'seed-tts' }).first().waitFor();
  });

  it('writes a field that is inside an object', async () => {
    const { person, folder } = stage();
    const { keyboard } = person.page;
    const rows = findWidgets(person).suggestions;
    const path = join(folder, 'a-clip.gen.yaml');
    await openAt(person, { path, text: 'model: kling-v2-6\nprompt: x\nmetadata:\n  mode: std\n¦' });
    await keyboard.type('ima', { delay: 150 });
    await waitForList(person, rows.filter({ hasText: 'metadata.image' }));
    await person.screenshot('member-of-object');
    await keyboard.press('Enter');
    await rows.first().waitFor({ state: 'hidden' });
    await keyboard.type('https://example.com/a.png');
    await keyboard.press('Control+S');
    const expected = 'model: kling-v2-6\nprompt: x\nmetadata:\n  image: https://example.com/a.png\n  mode: std';
    await waitUntil('the saved file', async () => ((await readFile(path, 'utf8')) === expected ? true : undefined));
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
      () =>
        tasks
          .locator('.monaco-list-row', { hasText: /^storm-keeper[\d.]+ s/ })
          .first()
          .waitFor({ timeout: glanceMs }),
    );
    const made = join(folder, 'storm-keeper.md');
    assert.match(await waitUntil('the text', () => readFile(made, 'utf8').catch(() => undefined)), /./);
  });
});
