import { copyFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Locator } from 'playwright-core';
import { rootDir } from '../hosts/paths.ts';
import { doUntil, glanceMs } from './again.ts';
import type { Person } from './person.ts';

/** Finds the parts of the editor in which IntelliSense shows something. */
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
  await writeFile(file.path, file.text.replace(cursor, ''));
  const before = file.text.slice(0, file.text.indexOf(cursor)).split('\n');
  await person.openFile(basename(file.path), { line: before.length, column: (before.at(-1) ?? '').length + 1 });
  // The lens of a job appears when the file has been read.
  await findWidgets(person).lenses.first().waitFor();
}

const keys = {
  list: ['Control+Space'],
  hover: ['Control+K', 'Control+I'],
  fixes: ['Control+.'],
  refactorings: ['Control+Shift+R'],
} as const;

/**
 * Presses the keys for help at the cursor until `wanted` is visible. On a busy machine, they may come before the editor
 * listens, or the editor may close the help because of its own change.
 */
export async function askFor({ page }: Person, help: keyof typeof keys, wanted: Locator): Promise<void> {
  const press = async (): Promise<void> => {
    for (const key of keys[help]) await page.keyboard.press(key);
  };
  const shows = (): Promise<void> => wanted.first().waitFor({ timeout: glanceMs });
  // A list without the wanted entry is closed, so that the next press opens a new one.
  const showsOrCloses = (): Promise<void> =>
    shows().catch(async (error: unknown) => {
      await page.keyboard.press('Escape');
      throw error;
    });
  await doUntil(press, showsOrCloses);
}

/** Waits for the list that opens automatically during typing. Opens it if the last letter came too early for it. */
export async function waitForList(person: Person, wanted: Locator): Promise<void> {
  await wanted
    .first()
    .waitFor({ timeout: glanceMs })
    .catch(() => askFor(person, 'list', wanted));
}

/** Shows the details of the selected row: the key that opens the list shows them when it is pressed again. */
async function openDetails(person: Person): Promise<void> {
  const { details } = findWidgets(person);
  await doUntil(
    () => person.page.keyboard.press('Control+Space'),
    () => details.waitFor({ timeout: glanceMs }),
  );
}

interface Scene {
  readonly name: string;
  /** The text of the file, with `¦` at the cursor. */
  readonly text: string;
  /** What the person does there. Resolves when the effect is visible. */
  readonly act: (person: Person) => Promise<void>;
}

const scenes: readonly Scene[] = [
  {
    name: 'fields',
    text: 'model: seedream-5-0-260128\n¦\n',
    async act(person) {
      await askFor(person, 'list', findWidgets(person).suggestions.filter({ hasText: 'output_format' }));
      await openDetails(person);
    },
  },
  {
    name: 'models',
    text: 'model: ¦\n',
    async act(person) {
      await askFor(person, 'list', findWidgets(person).suggestions.filter({ hasText: 'seedream' }));
      await findWidgets(person).details.waitFor();
    },
  },
  {
    name: 'expression',
    text: 'model: seedream-5-0-260128\nvars:\n  mood: calm\n  place: a harbor town\nprompt: A ${{ vars.mood | upper }} evening in ¦\n',
    async act(person) {
      await person.page.keyboard.type('${{ vars.');
      await waitForList(person, findWidgets(person).suggestions.filter({ hasText: 'place' }));
    },
  },
  {
    name: 'filter',
    text: 'model: seedream-5-0-260128\nvars:\n  mood: calm\nprompt: A ${{ vars.mood ¦ }} evening\n',
    async act(person) {
      await person.page.keyboard.type('| ');
      await waitForList(person, findWidgets(person).suggestions.filter({ hasText: 'upper' }));
    },
  },
  {
    name: 'file',
    text: 'model: wan2.7-image\nprompt: the same at night\nimage: ¦\n',
    async act(person) {
      await askFor(person, 'list', findWidgets(person).suggestions.filter({ hasText: 'picture.png' }));
      await findWidgets(person).details.locator('img').waitFor();
    },
  },
  {
    name: 'hover-field',
    text: 'model: seedream-5-0-260128\nprompt: A harbor\nsi¦ze: 2K\n',
    async act(person) {
      await askFor(person, 'hover', findWidgets(person).hover.filter({ hasText: 'size' }));
    },
  },
  {
    name: 'hover-expression',
    text: 'model: seedream-5-0-260128\nvars:\n  mood: calm\nprompt: A ${{ vars.mo¦od | upper }} evening\n',
    async act(person) {
      await askFor(person, 'hover', findWidgets(person).hover.filter({ hasText: 'CALM' }));
    },
  },
  {
    name: 'hover-image',
    text: 'model: wan2.7-image\nprompt: the same at night\nimage: pict¦ure.png\n',
    async act(person) {
      await askFor(person, 'hover', findWidgets(person).hover.locator('img'));
    },
  },
  {
    name: 'hover-problem',
    text: 'model: seedream-5-0-260128\nprompt: cat #1 f¦an of the lighthouse\nsize: 2K\n',
    async act(person) {
      const { hover, problems } = findWidgets(person);
      await problems.first().waitFor();
      await askFor(person, 'hover', hover.filter({ hasText: 'comment-in-text' }));
    },
  },
  {
    name: 'colors',
    text: [
      '# Expressions, a palette and a count.',
      'vars: {mood: calm, place: a harbor town}',
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
      await askFor(person, 'fixes', fixes);
    },
  },
  {
    name: 'refactorings',
    text: 'model: seedream-5-0-260128\nprompt: A lighthouse on a ¦calm evening, watercolor\n',
    async act(person) {
      const { page } = person;
      for (let letter = 0; letter < 'calm evening'.length; letter += 1) await page.keyboard.press('Shift+ArrowRight');
      await askFor(person, 'refactorings', findWidgets(person).fixes);
    },
  },
];

/** Names of the scenes that a person meets first: a list, a hover, and a problem with its fixes. */
export const mainScenes: readonly string[] = ['fields', 'hover-field', 'hover-problem', 'fixes'];

/** Uses the help of the editor like a person, and takes a picture of each part. Resolves with the paths. */
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
