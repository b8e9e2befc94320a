// What the pictures show. Seeds make the results the same each time.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { askFor, findWidgets } from '../editLanguage.ts';
import { cell, divide, focusEditor, mark, openAlone, press, type Scene, type Studio } from './studio.ts';

const poster = `# The poster of the harbor festival.
model: wan2.7-image
prompt: >-
  A lighthouse above a calm sea
  at dawn, watercolor
size: 1K
seed: 6
color_palette:
  - hex: "#8E7CC3"
    ratio: 60%
  - hex: "#F4B6A6"
    ratio: 40%
`;

const tale = `# Three scenes in four lights.
model: wan2.7-image
prompt: >-
  A \${{ matrix.scene }} at
  \${{ matrix.light }},
  watercolor
matrix:
  scene:
    - lighthouse
    - sailboat
    - balloon
  light:
    - dawn
    - noon
    - sunset
    - night
size: 1K
seed: 3
`;

/** Generates the tale, and opens its contact sheet beside it. */
async function openTale(studio: Studio): Promise<void> {
  const { person } = studio;
  await openAlone(studio, 'tale.gen.yaml', tale);
  await findWidgets(person).lenses.first().waitFor();
  // Another scene may have generated the tale.
  if (!existsSync(join(studio.folder, 'tale.gen.runs.jsonl'))) await person.page.keyboard.press('Control+Enter');
  await person.runCommand('Genwright: Show Contact Sheet');
  await person.preview().locator('.cell img').nth(11).waitFor();
}

const editor: Scene = {
  name: 'editor',
  async take(studio) {
    const { person, shoot } = studio;
    const { page } = person;
    await openAlone(studio, 'poster.gen.yaml', poster);
    await findWidgets(person).lenses.first().waitFor();
    await page.keyboard.press('Control+Enter');
    await person.preview().locator('img.image.loaded').waitFor();
    await divide(person, 680);
    await focusEditor(person);
    await page.keyboard.press('Control+End');
    const { suggestions, details } = findWidgets(person);
    const entry = suggestions.filter({ hasText: /^matrix/ });
    await askFor(person, 'list', entry);
    await press(person, 'Control+Space', details);
    const index = Number(await entry.getAttribute('data-index'));
    for (let row = 0; row < index; row += 1) await page.keyboard.press('ArrowDown');
    await details.filter({ hasText: 'One request for each combination' }).waitFor();
    return [await shoot()];
  },
};

const sheet: Scene = {
  name: 'contact-sheet',
  step: { name: 'preview', part: { x: 411, y: 104, width: 618, height: 396 } },
  async take(studio) {
    const { person, shoot } = studio;
    await openTale(studio);
    await divide(person, 410);
    for (const name of ['lighthouse-dawn', 'sailboat-sunset', 'balloon-dawn'])
      await mark(person, `tale-${name}`, 's', 'starred');
    await mark(person, 'tale-lighthouse-noon', 'x', 'rejected');
    await mark(person, 'tale-sailboat-sunset', '5', 'rating 5');
    await person.page.mouse.move(0, 0);
    return [await shoot()];
  },
};

const comparison: Scene = {
  name: 'comparison',
  async take(studio) {
    const { person, shoot } = studio;
    await openTale(studio);
    await focusEditor(person);
    await person.runCommand('View: Close Editor');
    const [first, ...others] = ['dawn', 'sunset', 'night'].map((light) => cell(person, `tale-lighthouse-${light}`));
    await first?.click();
    for (const other of others) await other.click({ modifiers: ['ControlOrMeta'] });
    await press(person, 'c', person.preview().locator('.compare .image.loaded').nth(2));
    await person.page.mouse.move(0, 0);
    return [await shoot()];
  },
};

export const stills: readonly Scene[] = [editor, sheet, comparison];
