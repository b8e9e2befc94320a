import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { waitUntil } from '../support/waitUntil.ts';
import { askFor } from './editLanguage.ts';
import { doUntil, glanceMs } from './again.ts';
import type { Person } from './person.ts';
import { selectMore } from './places.ts';
import { setStage } from './stage.ts';

const total = 60;
const seeds = Array.from({ length: total }, (_, at) => at + 1).join(', ');
/** Small images take little time to make. */
const grid = `model: prunaai/p-image
size: 64x64
matrix:
  seed: [${seeds}]
prompt: A door
`;
const chain = `jobs:
  good:
    model: prunaai/p-image
    size: 64x64
    prompt: A door
  bad:
    model: prunaai/p-image
    size: 64x64
    prompt: "[fail] A door"
  last:
    model: prunaai/p-image
    size: 64x64
    prompt: After \${{ jobs.bad.url }}
`;

/** The row of the run of a job file. */
async function rowOf(person: Person, file: string | RegExp): Promise<Locator> {
  return (await person.view('Tasks')).locator('.monaco-list-row', { hasText: file });
}

/** A lens of the active editor. */
function lens({ page }: Person, text: string | RegExp): Locator {
  return page.locator('.editor-group-container.active .codelens-decoration a', { hasText: text });
}

/** The signs in the margin of the active editor. */
function signs({ page }: Person): Locator {
  return page.locator('.editor-group-container.active .glyph-margin-widgets .cgmr');
}

/** Returns the rows of the Tasks view as the accessibility tree shows them, without what depends on the time. */
async function readRows(person: Person): Promise<string> {
  const snapshot = await (await person.view('Tasks')).getByRole('tree').ariaSnapshot();
  return snapshot.replaceAll(/\d+(?::\d+)? (?:s|min)\b/g, 'a while');
}

/** Returns the progress of the run, as a screen reader reads it. */
async function readRun(person: Person, file: string): Promise<string> {
  return (await (await rowOf(person, new RegExp(`^${file}\\d`))).first().getAttribute('aria-label')) ?? '';
}

/** Answers the question of Stop Run with the keyboard, unless all that was sent has ended before, which closes it. */
async function answerStop(person: Person, file: string, answer: 'Keep Watching' | 'Stop Watching'): Promise<void> {
  const question = person.prompt().filter({ hasText: `${file}: stopped` });
  const row = question.locator('.monaco-list-row.focused', { hasText: answer });
  const isThere = (place: Locator): Promise<boolean> =>
    place.waitFor({ timeout: glanceMs }).then(
      () => true,
      () => false,
    );
  if (!(await isThere(question))) return;
  if (answer === 'Stop Watching') await person.page.keyboard.press('ArrowDown');
  if (await isThere(row)) await person.page.keyboard.press('Enter');
  await question.waitFor({ state: 'hidden' });
}

/** Waits for the text. Between two tasks, a row may be without one that is running. */
async function shows(read: () => Promise<string>, expected: RegExp): Promise<void> {
  let text = '';
  await waitUntil('the text', async () => {
    text = await read();
    return expected.test(text) || undefined;
  }).catch(() => assert.match(text, expected));
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
    await shows(() => readRun(person, 'grid'), /of 60 saved, \d running, .*\d+ waiting/);
    await lens(person, /^\S*\s*\d+\/60 · \d running · /).waitFor();
    await lens(person, 'Stop Run').waitFor();
    await signs(person).first().waitFor();
    assert.equal(await signs(person).count(), 1);
    await shows(
      () => readRows(person),
      /treeitem "In Progress" \[expanded\] \[level=1\].*\n.*treeitem "grid, \d+ of 60 saved, \d running, play money \$[\d.]+, sandbox, \d+ waiting" \[level=2\]/,
    );

    const run = await rowOf(person, /^grid\d/);
    await run.hover();
    await run.getByRole('button', { name: 'Stop Run' }).click();
    await answerStop(person, 'grid.gen.yaml', 'Keep Watching');
    const ended = await waitUntil('the end of the run', async () => {
      const label = await readRun(person, 'grid');
      return /running/.test(label) ? undefined : label;
    });

    const made = await countImages();
    assert.ok(made < total, `${made} images were made`);
    assert.match(ended, new RegExp(`${made} of 60 saved, ${total - made} skipped, play money`));
    await lens(person, `${made} saved, ${total - made} skipped`).waitFor();
    assert.match(await readRows(person), new RegExp(`treeitem "grid, ${made} of 60 saved, .* skipped`));
  });

  it('finds in a narrow side bar what differs between the results, and hides no row behind buttons', async () => {
    const { person, folder } = stage();
    const { page } = person;
    await writeFile(
      join(folder, 'keeper.gen.yaml'),
      'model: prunaai/p-image\nsize: 64x64\nmatrix:\n  who: [a keeper, a child]\n  style: [pencil, watercolor]\nprompt: ${{ matrix.who }}, ${{ matrix.style }}\n',
    );
    // VS Code hides the file that a result is saved into.
    await writeFile(join(folder, '.keeper.part-bd98a0b1.1f.2c.0a1b2c3d'), '');
    await person.openFile('keeper.gen.yaml');
    await person.runCommand('Genwright: Generate');
    await shows(() => readRun(person, 'keeper'), /4 of 4 saved/);
    await person.runCommand('Genwright: Focus on Tasks View');
    const row = page.locator('.pane .monaco-list-row.focused');
    const isResult = row.filter({ hasText: /^a / });
    await doUntil(
      () => page.keyboard.press('ArrowDown'),
      () => isResult.waitFor({ timeout: glanceMs }),
    );
    await shows(
      async () => (await row.getAttribute('aria-label')) ?? '',
      /^a (?:keeper|child), (?:pencil|watercolor), \d+(?:\.\d+)? s$/,
    );
    assert.equal(await row.locator('.actions .action-label').count(), 0);
    await person.screenshot('rows');
    await person.runCommand('File: Focus on Files Explorer');
    await page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'keeper.gen.yaml' }).first().waitFor();
    assert.equal(await page.locator('.explorer-folders-view .monaco-list-row', { hasText: '.part-' }).count(), 0);
    await person.view('Tasks');
  });

  it('makes some of the missing images, and stops again from the palette', async () => {
    const { person } = stage();
    const before = await countImages();
    const run = await rowOf(person, /^grid\d/);
    await run.first().hover();
    await run.getByRole('button', { name: 'Resume Stopped' }).click();
    await waitUntil('another image', async () => (await countImages()) > before || undefined);
    await person.runCommand('Genwright: Stop Run');
    await answerStop(person, 'grid.gen.yaml', 'Stop Watching');
    await waitUntil('the end of the run', async () => !/running/.test(await readRun(person, 'grid')) || undefined);
    const label = await readRun(person, 'grid');
    assert.match(label, /of 60 saved, .*\d+ skipped/);
  });

  it('stops the run of a job with the keyboard alone, from its lens', async () => {
    const { person } = stage();
    const { page } = person;
    await (await rowOf(person, /^grid\d/)).first().click();
    await person.runCommand('Genwright: Resume Stopped');
    await person.openFile('grid.gen.yaml', { line: 1, column: 1 });
    await lens(person, 'Stop Run').waitFor();
    const choose = async (): Promise<void> => {
      await person.runCommand('Show CodeLens Commands for Current Line');
      await person.prompt().locator('input').fill('Stop Run', { timeout: glanceMs });
      await page.keyboard.press('Enter');
    };
    // A lens that is drawn again closes the list of its commands.
    await doUntil(choose, () => person.prompt().filter({ hasText: 'stopped' }).waitFor({ timeout: glanceMs }));
    await answerStop(person, 'grid.gen.yaml', 'Stop Watching');
    await lens(person, /skipped/).waitFor();
  });

  it('is led to what failed, and recovers it with the buttons that are offered', async () => {
    const { person, folder } = stage();
    const file = join(folder, 'chain.gen.yaml');
    await writeFile(file, chain);
    await person.openFile('chain.gen.yaml');
    await person.runCommand('Genwright: Generate');
    await person.notification('1 of 3 failed').waitFor();
    await person.runCommand('Notifications: Accept Notification Primary Action');
    const tasks = await person.view('Tasks');
    await tasks.locator('.monaco-list-row.selected.focused', { hasText: /^bad/ }).waitFor();
    assert.match(
      await readRows(person),
      /treeitem "chain, 1 of 3 saved, 1 failed, 1 skipped, .*\n(?:.*\n)*.*treeitem "bad, failed · .*" \[level=3\] \[selected\]/,
    );
    assert.equal(await signs(person).count(), 2);
    await lens(person, 'skipped: Not sent because the job "bad"').waitFor();
    await lens(person, 'failed: The prompt starts with').click();
    await tasks.locator('.monaco-list-row.selected.focused', { hasText: /^bad/ }).waitFor();

    await writeFile(file, chain.replace('[fail] ', ''));
    await person.openFile('chain.gen.yaml');
    await person.runCommand('Genwright: Generate');
    await person.dialog().getByRole('button', { name: 'Generate the Missing 2' }).click();
    await tasks.locator('.monaco-list-row', { hasText: /^last\d/ }).waitFor();
    assert.doesNotMatch(await readRun(person, 'chain'), /attention|failed/);
  });

  it('sees the newest result in the hover of a job', async () => {
    const { person } = stage();
    const hover = person.page.locator('.monaco-resizable-hover:visible');
    await person.openFile('chain.gen.yaml', { line: 10, column: 4 });
    // A hover from before the result was recorded stays as it is until it is closed.
    await person.page.keyboard.press('Escape');
    // Not from the palette: the pointer that leaves the palette over the editor closes the hover.
    await askFor(person, 'hover', hover.getByText('chain-last.png'));
    const image = await hover.locator('img').elementHandle();
    assert.ok(image);
    await waitUntil('the image', () =>
      image.evaluate((each) => (each as { naturalWidth?: number }).naturalWidth || undefined),
    );
  });

  it('compares a recalled job with its result beside it, and applies it by a button with words', async () => {
    const { person, folder } = stage();
    const { page } = person;
    const file = join(folder, 'chain.gen.yaml');
    const made = await readFile(file, 'utf8');
    await writeFile(file, made.replace('A door', 'A gate'));
    await person.openFile('chain.gen.yaml');
    await person.runCommand('Genwright: Preview Results');
    const preview = page.locator('.tab.active', { hasText: 'Preview chain.gen.yaml' });
    await preview.waitFor();
    const recall = async (): Promise<void> => {
      await person.preview().getByRole('option', { name: 'chain-good.png' }).click({ timeout: glanceMs });
      await selectMore(person, 'Recall Job');
    };
    const recalled = page.locator('.tab.active', { hasText: 'as it made chain-good.png' });
    await doUntil(recall, () => recalled.waitFor({ timeout: glanceMs }));
    assert.ok(await preview.isVisible());
    await page.locator('.editor-actions').getByText('Apply Recalled Job').click();
    await page.locator('.tab.active.dirty', { hasText: /^chain/ }).waitFor();
    await page.keyboard.press('ControlOrMeta+S');
    await page.locator('.editor-group-container.active .tab.active:not(.dirty)').waitFor();
    assert.equal(await readFile(file, 'utf8'), made);
  });

  it('stops the run of the job file that it previews, and not a newer one', async () => {
    const { person, folder } = stage();
    const { page } = person;
    await person.runCommand('View: Close All Editors');
    await writeFile(join(folder, 'one.gen.yaml'), grid.replace('door', 'gate'));
    await writeFile(join(folder, 'two.gen.yaml'), grid.replace('door', 'bridge'));
    for (const file of ['one.gen.yaml', 'two.gen.yaml']) {
      await person.openFile(file);
      await person.runCommand('Genwright: Generate');
      // The first result brings its preview to the front.
      await page.locator('.tab', { hasText: `Preview ${file}` }).waitFor();
      await lens(person, 'Stop Run').waitFor();
    }
    await person.openFile('one.gen.yaml');
    await person.runCommand('Genwright: Preview Results');
    await page.locator('.tab', { hasText: 'Preview one.gen.yaml' }).click();
    await page
      .locator('.editor-group-container.active .editor-actions')
      .getByRole('button', { name: 'Stop Run' })
      .click();
    await answerStop(person, 'one.gen.yaml', 'Stop Watching');
    await person.openFile('two.gen.yaml');
    await lens(person, 'Stop Run').click();
    await answerStop(person, 'two.gen.yaml', 'Stop Watching');
  });

  it('keeps the preview that the user looks at when another run ends, and offers its result', async () => {
    const { person, folder } = stage();
    const { page } = person;
    await person.runCommand('View: Close All Editors');
    const slow = 'model: prunaai/p-image\nsize: 64x64\nprompt: "[slow] A tower"\n';
    await writeFile(join(folder, 'slow.gen.yaml'), slow);
    await writeFile(join(folder, 'fast.gen.yaml'), slow.replace('[slow] ', ''));
    for (const file of ['slow.gen.yaml', 'fast.gen.yaml']) {
      await person.openFile(file);
      await person.runCommand('Genwright: Generate');
    }
    const preview = (file: string): Locator => page.locator('.tab.active', { hasText: `Preview ${file}` });
    await preview('fast.gen.yaml').waitFor();
    // The question about the slow task closes when the task has ended.
    await person.openFile('slow.gen.yaml');
    await person.runCommand('Genwright: Stop Run');
    const question = person.prompt().filter({ hasText: 'slow.gen.yaml: stopped' });
    await question.waitFor();
    await person.screenshot('stop-run');
    await person.notification('slow.png is ready').waitFor();
    await question.waitFor({ state: 'hidden' });
    assert.ok(await preview('fast.gen.yaml').isVisible());
    await person.runCommand('Notifications: Accept Notification Primary Action');
    await preview('slow.gen.yaml').waitFor();
  });
});
