import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootDir } from '../hosts/paths.ts';
import type { Person } from './person.ts';

/** The parts of the editor that IntelliSense speaks in. */
export function findWidgets({ page }: Person) {
  return {
    suggestions: page.locator('.suggest-widget.visible .monaco-list-row'),
    details: page.locator('.suggest-details:visible'),
    hover: page.locator('.monaco-hover:visible .hover-contents'),
    fixes: page.locator('.action-widget .monaco-list-row.action'),
    problems: page.locator('.squiggly-error, .squiggly-warning, .squiggly-info'),
    lenses: page.locator('.codelens-decoration a'),
  };
}

const cursor = '¦';

/** Writes a job file, opens it, and puts the cursor where the text has `¦`. */
export async function openAt(person: Person, file: { readonly path: string; readonly text: string }): Promise<void> {
  const { page } = person;
  await writeFile(file.path, file.text.replace(cursor, ''));
  await person.openFile(file.path.split('/').at(-1) ?? '');
  // Who sees the lens of its job knows that the file has been read.
  await findWidgets(person).lenses.first().waitFor();
  const before = file.text.slice(0, file.text.indexOf(cursor)).split('\n');
  await page.keyboard.press('Control+G');
  await person
    .prompt()
    .locator('input')
    .first()
    .fill(`:${before.length}:${(before.at(-1) ?? '').length + 1}`);
  await page.keyboard.press('Enter');
  await page.locator('.editor-group-container.active .monaco-editor.focused').waitFor();
}

/** Shows what is known of the place of the cursor. */
export async function pressHover({ page }: Person): Promise<void> {
  await page.keyboard.press('Control+K');
  await page.keyboard.press('Control+I');
}

/** Asks for the list, and once more where the key came before the editor listened, as on a busy machine. */
async function openList(person: Person, label: string): Promise<void> {
  const { suggestions } = findWidgets(person);
  const wanted = suggestions.filter({ hasText: label }).first();
  for (let presses = 1; ; presses += 1) {
    await person.page.keyboard.press('Control+Space');
    const isThere = await wanted.waitFor({ timeout: 10_000 }).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    if (presses === 3) throw new Error(`The list does not offer ${label}`);
  }
}

interface Scene {
  readonly name: string;
  /** With `¦` where the cursor stands. */
  readonly text: string;
  /** What the person does there; resolves when it can be seen. */
  readonly act: (person: Person) => Promise<void>;
}

const scenes: readonly Scene[] = [
  {
    name: 'fields',
    text: 'model: seedream-5-0-260128\n¦\n',
    async act(person) {
      await openList(person, 'output_format');
      // The same key shows what is known of the chosen one.
      await person.page.keyboard.press('Control+Space');
      await findWidgets(person).details.waitFor();
    },
  },
  {
    name: 'models',
    text: 'model: ¦\n',
    async act(person) {
      await openList(person, 'seedream');
      await findWidgets(person).details.waitFor();
    },
  },
  {
    name: 'expression',
    text: 'model: seedream-5-0-260128\nvars:\n  mood: calm\n  place: a harbour town\nprompt: A ${{ vars.mood | upper }} evening in ¦\n',
    async act(person) {
      await person.page.keyboard.type('${{ vars.');
      await findWidgets(person).suggestions.filter({ hasText: 'place' }).waitFor();
    },
  },
  {
    name: 'filter',
    text: 'model: seedream-5-0-260128\nvars:\n  mood: calm\nprompt: A ${{ vars.mood ¦ }} evening\n',
    async act(person) {
      await person.page.keyboard.type('| ');
      await findWidgets(person).suggestions.filter({ hasText: 'upper' }).waitFor();
    },
  },
  {
    name: 'file',
    text: 'model: wan2.7-image\nprompt: the same at night\nimage: ¦\n',
    async act(person) {
      await openList(person, 'picture.png');
      await findWidgets(person).details.locator('img').waitFor();
    },
  },
  {
    name: 'hover-field',
    text: 'model: seedream-5-0-260128\nprompt: A harbour\nsi¦ze: 2K\n',
    async act(person) {
      await pressHover(person);
      await findWidgets(person).hover.filter({ hasText: 'size' }).waitFor();
    },
  },
  {
    name: 'hover-expression',
    text: 'model: seedream-5-0-260128\nvars:\n  mood: calm\nprompt: A ${{ vars.mo¦od | upper }} evening\n',
    async act(person) {
      await pressHover(person);
      await findWidgets(person).hover.filter({ hasText: 'CALM' }).waitFor();
    },
  },
  {
    name: 'hover-image',
    text: 'model: wan2.7-image\nprompt: the same at night\nimage: pict¦ure.png\n',
    async act(person) {
      await pressHover(person);
      await findWidgets(person).hover.locator('img').waitFor();
    },
  },
  {
    name: 'hover-problem',
    text: 'model: seedream-5-0-260128\nprompt: cat #1 f¦an of the lighthouse\nsize: 2K\n',
    async act(person) {
      const { hover, problems } = findWidgets(person);
      await problems.first().waitFor();
      await pressHover(person);
      await hover.filter({ hasText: 'comment-in-text' }).waitFor();
    },
  },
  {
    name: 'colors',
    text: [
      '# Expressions, a palette and a count.',
      'vars: {mood: calm, place: a harbour town}',
      'jobs:',
      '  still:',
      '    model: wan2.7-image',
      '    prompt: |',
      '      ${{ vars.place | upper }} on a ${{ vars.mood }} evening,',
      '      $${{ stays }} as it is.',
      '    color_palette:',
      '      - hex: "#1E90FF"',
      '        ratio: 60.00%',
      '      - hex: "#F5B041"',
      '        ratio: 40.00%',
      '  song:',
      '    model: sonic',
      '    custom_mode: true',
      '    title: Evening',
      '    tags: folk',
      '    prompt: |',
      '      [Verse]',
      '      The light goes out to sea',
      '      [Chorus]',
      '      And home again¦',
      '',
    ].join('\n'),
    async act({ page }) {
      await page.locator('.colorpicker-color-decoration').first().waitFor();
    },
  },
  {
    name: 'fixes',
    text: 'model: seedream-5-0-260128\nprompt: cat #1 fan of the lighthouse\nsi¦se: 2K\noutput_format: gif\n',
    async act(person) {
      const { fixes, problems } = findWidgets(person);
      await problems.first().waitFor();
      await person.page.keyboard.press('Control+.');
      await fixes.first().waitFor();
    },
  },
  {
    name: 'refactorings',
    text: 'model: seedream-5-0-260128\nprompt: A lighthouse on a ¦calm evening, watercolor\n',
    async act(person) {
      const { page } = person;
      for (let letter = 0; letter < 'calm evening'.length; letter += 1) await page.keyboard.press('Shift+ArrowRight');
      await page.keyboard.press('Control+Shift+R');
      await findWidgets(person).fixes.first().waitFor();
    },
  },
];

/** What a person meets first: a list, a hover, and a problem with its fixes. */
export const mainScenes: readonly string[] = ['fields', 'hover-field', 'hover-problem', 'fixes'];

/** Goes through the editor's help as a person does, with a picture of each. Resolves with their paths. */
export async function lookAtLanguage(
  person: Person,
  folder: string,
  names: readonly string[] = scenes.map(({ name }) => name),
): Promise<readonly string[]> {
  const pictures: string[] = [];
  await copyFile(join(rootDir, 'media/icon.png'), join(folder, 'picture.png'));
  for (const { name, text, act } of scenes.filter((scene) => names.includes(scene.name))) {
    await openAt(person, { path: join(folder, `${name}.gen.yaml`), text });
    await act(person);
    pictures.push(await person.screenshot(`editor-${name}`));
    await person.page.keyboard.press('Escape');
    await person.page.keyboard.press('Escape');
  }
  return pictures;
}
