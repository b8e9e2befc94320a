import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { waitUntil } from '../support/waitUntil.ts';
import type { Person } from './person.ts';
import { setStage } from './stage.ts';

const total = 60;
const seeds = Array.from({ length: total }, (_, at) => at + 1).join(', ');
const grid = `model: seedream-5-0-260128
matrix:
  seed: [${seeds}]
prompt: A door
`;
const chain = `jobs:
  good:
    model: seedream-5-0-260128
    prompt: A door
  bad:
    model: seedream-5-0-260128
    prompt: "[fail] A door"
  last:
    model: seedream-5-0-260128
    prompt: After \${{ jobs.bad.url }}
`;

/** The row of the run of a job file. */
async function rowOf(person: Person, file: string): Promise<Locator> {
  return (await person.view('Tasks')).locator('.monaco-list-row', { hasText: file });
}

/** How far the run is, as a screen reader reads it. */
async function readRun(person: Person, file: string): Promise<string> {
  return (await (await rowOf(person, file)).first().getAttribute('aria-label')) ?? '';
}

describe('A user who starts many requests on the sandbox', () => {
  const stage = setStage({ name: 'runs', settings: () => Promise.resolve({ 'genwright.concurrency': 2 }) });
  const countImages = async (): Promise<number> =>
    (await readdir(stage().folder)).filter((name) => /^grid-.*\.png$/.test(name)).length;

  it('sees how far the run is, and stops it in the middle', async () => {
    const { person, folder } = stage();
    await writeFile(join(folder, 'grid.gen.yaml'), grid);
    await person.openFile('grid.gen.yaml');
    await person.view('Tasks');
    await person.runCommand('Genwright: Generate');
    await person.page.locator('.statusbar-item[id^="genwright."]', { hasText: `/${total}` }).waitFor();
    await waitUntil('the first images', async () => (await countImages()) > 1 || undefined);
    assert.match(await readRun(person, 'grid.gen.yaml'), /of 60 saved, \d running, .*\d+ waiting/);

    const run = await rowOf(person, 'grid.gen.yaml');
    await run.hover();
    await run.getByRole('button', { name: 'Stop Run' }).click();
    const question = person.dialog().filter({ hasText: 'grid.gen.yaml is stopped' });
    await question.getByRole('button', { name: 'Keep Watching' }).click();
    const ended = await waitUntil('the end of the run', async () => {
      const label = await readRun(person, 'grid.gen.yaml');
      return /running/.test(label) ? undefined : label;
    });

    const made = await countImages();
    assert.ok(made < total / 2, `${made} images were made`);
    assert.match(ended, new RegExp(`${made} of 60 saved, ${total - made} skipped, play money`));
  });

  it('makes some of the missing images, and stops again from the palette', async () => {
    const { person } = stage();
    const before = await countImages();
    const run = await rowOf(person, 'grid.gen.yaml');
    await run.first().hover();
    await run.getByRole('button', { name: 'Resume All' }).click();
    await waitUntil('another image', async () => (await countImages()) > before || undefined);
    await person.runCommand('Genwright: Stop Run');
    await person.dialog().getByRole('button', { name: 'Stop Watching' }).click();
    await waitUntil(
      'the end of the run',
      async () => !/running/.test(await readRun(person, 'grid.gen.yaml')) || undefined,
    );
    const label = await readRun(person, 'grid.gen.yaml');
    assert.match(label, /of 60 saved, \d need(?:s)? attention, \d+ skipped/);
  });

  it('is led to what failed, and recovers it with the buttons that are offered', async () => {
    const { person, folder } = stage();
    const file = join(folder, 'chain.gen.yaml');
    await writeFile(file, chain);
    await person.openFile('chain.gen.yaml');
    await person.runCommand('Genwright: Generate');
    const notice = person.notification('1 of 3 failed');
    await notice.getByRole('button', { name: 'Show Tasks' }).click();
    const tasks = await person.view('Tasks');
    await tasks.locator('.monaco-list-row.selected', { hasText: 'chain · bad' }).waitFor();

    await writeFile(file, chain.replace('[fail] ', ''));
    await person.openFile('chain.gen.yaml');
    await person.runCommand('Genwright: Generate');
    await person.dialog().getByRole('button', { name: 'Generate the Missing 2' }).click();
    await tasks.locator('.monaco-list-row', { hasText: 'chain-last.png' }).waitFor();
    assert.doesNotMatch(await readRun(person, 'chain.gen.yaml'), /attention|failed/);
  });
});
