import assert from 'node:assert/strict';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { FrameLocator, Locator } from 'playwright-core';
import { waitUntil } from '../support/waitUntil.ts';
import { doUntil, glanceMs } from './again.ts';
import type { Person } from './person.ts';
import { setStage } from './stage.ts';

const file = 'poster.gen.yaml';
const poster = `# The poster of the festival.
model: prunaai/p-image
aspect_ratio: custom
width: 256
height: 256
vars:
  place: a harbor # as the brief says
matrix:
  # One row for each technique.
  style: [watercolor, ink, oil, gouache, linocut, crayon]
  # From morning to night.
  light: [dawn, sunrise, morning, noon, afternoon, sunset, dusk, evening, night, storm]
prompt: >-
  \${{ vars.place }} at \${{ matrix.light }},
  \${{ matrix.style }} on rough paper
`;
/** The job with the combination of the second winner in place of the matrix. */
const promoted = poster
  .replace(/matrix:[^]*(?=prompt:)/, '  style: watercolor\n  light: sunrise\n')
  .replaceAll('matrix.', 'vars.');
const total = 60;
const winners = ['poster-watercolor-dawn', 'poster-watercolor-sunrise', 'poster-ink-morning'];

const marked = (name: string, mark: string): RegExp => new RegExp(`^${name}\\.\\w+, ${mark},`);

/** Opens a list by a key, and selects an entry without the mouse. */
async function pick(person: Person, key: string, label: string): Promise<void> {
  const { keyboard } = person.page;
  const open = async (): Promise<void> => {
    await keyboard.press('Escape');
    await keyboard.press(key);
    await person.prompt().locator('input:focus').waitFor({ timeout: glanceMs });
    await keyboard.insertText(label);
  };
  const entry = person.prompt().locator('.monaco-list-row.focused .label-name').getByText(label, { exact: true });
  await doUntil(open, () => entry.waitFor({ timeout: glanceMs }));
  await keyboard.press('Enter');
}

describe('A user who chooses among many results, with the keyboard alone', () => {
  const stage = setStage({
    name: 'choose',
    settings: async (_, folder) => {
      await writeFile(join(folder, file), poster);
      return { 'genwright.concurrency': 64 };
    },
  });
  const path = (): string => join(stage().folder, file);
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await stage().person.page.keyboard.press(key);
  };
  const sheet = (): FrameLocator => stage().person.preview();
  const focused = (name: RegExp): Locator => sheet().getByRole('gridcell', { name }).and(sheet().locator(':focus'));
  /** Saves the job file, which has the focus, and returns its text. */
  const save = async (): Promise<string> => {
    await press('ControlOrMeta+S');
    await stage().person.page.locator(`.tab.active:not(.dirty)[data-resource-name="${file}"]`).waitFor();
    return readFile(path(), 'utf8');
  };
  const readCount = (): Promise<string | null> => sheet().locator('.counts .position').textContent();

  it('generates a matrix of 60, and sees it as a grid of its axes', async () => {
    const { person, folder } = stage();
    await pick(person, 'ControlOrMeta+P', file);
    await person.page.locator('.editor-group-container.active .monaco-editor.focused').waitFor();
    await pick(person, 'F1', 'Genwright: Generate');
    await waitUntil('60 images', async () => {
      const images = (await readdir(folder)).filter((name) => /^poster-.*\.(?:png|jpe?g|webp)$/.test(name));
      return images.length === total || undefined;
    });
    await pick(person, 'F1', 'Genwright: Show Contact Sheet');
    const grid = sheet().getByRole('grid', { name: 'Contact sheet' });
    await grid.getByRole('rowheader', { name: 'watercolor' }).waitFor();
    assert.deepEqual(
      [await readCount(), await grid.getByRole('rowheader').allTextContents()],
      [`Results: ${total}`, ['watercolor', 'ink', 'oil', 'gouache', 'linocut', 'crayon']],
    );
  });

  it('culls them to three by marks, and shows only these', async () => {
    await doUntil(
      () => press('Home'),
      () => focused(/^poster-watercolor-dawn\./).waitFor({ timeout: glanceMs }),
    );
    await press('Control+a', 'x', 'Home', 's', 's', 'ArrowDown', 's');
    await focused(/^poster-ink-noon\..*, rejected, row ink, column noon$/).waitFor();
    await press('4', 'u');
    await focused(/^poster-ink-noon\..*, rejected, row ink, column noon$/).waitFor();
    for (const name of winners)
      await sheet()
        .getByRole('gridcell', { name: marked(name, 'starred') })
        .waitFor();
    await press('f', 'ArrowDown');
    await sheet()
      .locator('.counts', { hasText: `3 of ${total}` })
      .waitFor();
    await press('Escape');
    await focused(/starred/).waitFor();
    assert.equal(await sheet().getByRole('gridcell').count(), 3);
    const marks = (await readFile(path().replace('.yaml', '.marks.jsonl'), 'utf8')).trim().split('\n');
    assert.equal(marks.filter((line) => line.includes('"star"')).length, 3);
  });

  it('looks at these three in large, and returns to them', async () => {
    const position = sheet().locator('.stage-view .position');
    await press('Home', 'Enter');
    await position.getByText(`1 of 3 (${total})`, { exact: true }).waitFor();
    await press('ArrowRight', 'ArrowRight', 'ArrowRight');
    await position.getByText(`3 of 3 (${total})`, { exact: true }).waitFor();
    assert.equal(await sheet().getByRole('option').count(), 3);
    await stage().person.screenshot('choose-filtered-stage');
    await press('Escape');
    await focused(/^poster-ink-morning\..*starred/).waitFor();
    assert.equal(await sheet().getByRole('gridcell').count(), 3);
  });

  it('is asked before a deletion, and continues in the contact sheet', async () => {
    await press('Delete');
    await stage().person.dialog().waitFor();
    await press('Escape');
    await focused(/starred/).waitFor();
    assert.equal(await sheet().getByRole('gridcell').count(), 3);
  });

  it('compares the three, and uses the combination of the best in the job', async () => {
    const { person } = stage();
    const { page } = person;
    await press('Control+a', 'c');
    await sheet().locator('.compare .image.loaded').nth(2).waitFor();
    const panes = sheet().locator('.compare').getByRole('region');
    const names = await panes.evaluateAll((all) =>
      all.map((each) => each.getAttribute('aria-label')?.replace(/\.\w+/, '')),
    );
    assert.deepEqual(
      names,
      winners.map((name, at) => `${name}, starred, ${at + 1} of 3`),
    );
    const facts = panes.first().locator('dl');
    await facts.getByText('at dawn, watercolor').waitFor();
    assert.deepEqual(await facts.getByRole('term').allTextContents(), ['Prompt']);

    await press('ArrowRight', '5', 'w');
    await page.locator(`.tab.dirty[data-resource-name="${file}"]`).waitFor();
    await panes
      .nth(1)
      .and(sheet().getByRole('region', { name: /starred, rating 5, 2 of 3/ }))
      .waitFor();
    await press('ControlOrMeta+1');
    await page.locator('.editor-group-container.active .monaco-editor.focused').waitFor();
    assert.equal(await save(), promoted);
    await press('ControlOrMeta+Z');
    assert.equal(await save(), poster);
  });

  it('exports the sheet as a page that needs nothing else', async () => {
    const { person } = stage();
    await pick(person, 'F1', 'Genwright: Export Contact Sheet');
    const exported = path().replace('.gen.yaml', '.contact-sheet.html');
    const html = await waitUntil('the exported page', () => readFile(exported, 'utf8').catch(() => undefined));
    assert.doesNotMatch(html, /\b(?:https?|file):|vscode|\burl\(/);
    const page = await person.page.context().newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(pathToFileURL(exported).href);
    const images = page.locator('img');
    await images.nth(total - 1).waitFor();
    const widths = await images.evaluateAll((all) =>
      all.map((each) => (each as { naturalWidth?: number }).naturalWidth ?? 0),
    );
    const text = await page.locator('body').innerText();
    assert.deepEqual([widths.length, widths.includes(0), requests.length], [total, false, 1]);
    assert.equal(text.match(/a harbor at \w+, \w+ on rough paper/g)?.length, total);
    assert.deepEqual([text.match(/Starred/g)?.length, text.match(/Rating 5 of 5/g)?.length], [3, 1]);
    await page.close();
  });

  it('adds a technique as the last one, generates what is missing, and finds it in the last row', async () => {
    const { person, folder } = stage();
    await pick(person, 'ControlOrMeta+P', file);
    await person.page.locator('.editor-group-container.active .monaco-editor.focused').waitFor();
    await press('ControlOrMeta+F');
    await person.page.keyboard.insertText('crayon');
    await press('Escape');
    await person.page.keyboard.insertText('crayon, charcoal');
    await pick(person, 'F1', 'Genwright: Generate');
    await person.dialog().waitFor();
    await press('Enter');
    await waitUntil('10 more images', async () => {
      const images = (await readdir(folder)).filter((name) => /^poster-charcoal-.*\.(?:png|jpe?g|webp)$/.test(name));
      return images.length === 10 || undefined;
    });
    await pick(person, 'F1', 'Genwright: Show Contact Sheet');
    await sheet().locator('.cell:focus').waitFor();
    await press('/', 'Escape', 'Escape');
    const grid = sheet().getByRole('grid', { name: 'Contact sheet' });
    await grid.getByRole('rowheader', { name: 'charcoal' }).waitFor();
    assert.deepEqual(
      [await grid.getByRole('rowheader').allTextContents(), await grid.getByRole('columnheader').allTextContents()],
      [
        ['watercolor', 'ink', 'oil', 'gouache', 'linocut', 'crayon', 'charcoal'],
        ['style', 'dawn', 'sunrise', 'morning', 'noon', 'afternoon', 'sunset', 'dusk', 'evening', 'night', 'storm'],
      ],
    );
  });

  it('finds results of several folders, looks at them by the arrows, and shows all of them in one contact sheet', async () => {
    const { person, folder } = stage();
    const runs = await readFile(path().replace('.yaml', '.runs.jsonl'), 'utf8');
    const lines = runs.trim().split('\n');
    const storms = lines.filter((line) => line.includes('"light":"storm"'));
    const names = (await readdir(folder)).filter((name) => /^poster-\w+-storm\.\w+$/.test(name));
    for (const place of ['north', 'south']) {
      await mkdir(join(folder, 'coast', place), { recursive: true });
      for (const name of names) await copyFile(join(folder, name), join(folder, 'coast', place, name));
      await writeFile(join(folder, 'coast', place, 'poster.gen.runs.jsonl'), `${storms.join('\n')}\n`);
    }
    const all = storms.length * 3;
    const list = person.prompt();
    const open = async (): Promise<void> => {
      await press('Escape');
      await pick(person, 'F1', 'Genwright: Search Results...');
    };
    const first = list.locator('.monaco-list-row.focused', { hasText: 'Show All in the Contact Sheet' });
    await doUntil(
      async () => {
        await open();
        await list.locator('input:focus').waitFor({ timeout: glanceMs });
        await person.page.keyboard.insertText('storm');
      },
      () => list.getByText(`${all} requests, the newest first`).waitFor({ timeout: glanceMs }),
    );
    await first.waitFor();
    await press('ArrowDown', 'ArrowDown');
    await list.locator('.monaco-list-row.focused', { hasText: /coast\/(?:north|south) · / }).waitFor();
    await person.screenshot('search-list');
    await sheet()
      .locator('.toolbar .name', { hasText: /^coast\/(?:north|south)\/poster-/ })
      .waitFor();
    await list.locator('input:focus').waitFor();
    await person.screenshot('search-look');
    // The result opens among all that the search finds, and Escape leads to all of them.
    await press('Enter');
    const found = `of ${all} (${lines.length + storms.length * 2})`;
    await sheet().locator('.stage-view .position', { hasText: found }).waitFor();
    await person.screenshot('search-stage');
    await press('Escape');
    await sheet().locator('.cell:focus').waitFor();
    assert.equal(await sheet().getByRole('searchbox').inputValue(), 'storm');
    await doUntil(
      async () => {
        await open();
        await list.locator('input:focus').waitFor({ timeout: glanceMs });
        await person.page.keyboard.insertText('storm');
      },
      () => first.waitFor({ timeout: glanceMs }),
    );
    await list.getByText(`${all} requests, the newest first`).waitFor();
    await press('Enter');
    await sheet()
      .locator('.counts', { hasText: `${all} of ${lines.length + storms.length * 2}` })
      .waitFor();
    const headings = sheet().locator('.grid-line.heading .row-label');
    // Only visible lines have elements.
    assert.ok((await headings.allTextContents()).includes('coast/south/poster'));
    await person.screenshot('search-sheet');
    await sheet().getByRole('button', { name: 'Export What Is Shown' }).press('Enter');
    const exported = join(folder, `${basename(folder)}.filtered.contact-sheet.html`);
    const html = await waitUntil('the exported page', () => readFile(exported, 'utf8').catch(() => undefined));
    const places = [...html.matchAll(/<h2 class="section">(.*?)</g)].map(([, place]) => place);
    assert.deepEqual(new Set(places), new Set(['coast/north/poster', 'coast/south/poster', 'poster']));
    assert.equal(html.match(/<article/g)?.length, all);
  });
});
