// `npm run pictures`: the pictures of README and of the walkthrough, taken in a real VS Code.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { parseOptions } from '../../scripts/options.ts';
import { type CleanUp, runScript } from '../hosts/cleanUp.ts';
import { outDir, rootDir } from '../hosts/paths.ts';
import { startWorkbench } from '../hosts/workbench.ts';
import { buildForDevelopment } from '../support/buildPackage.ts';
import { createPerson, takePicture } from './person.ts';
import { encodeAnimation, encodeStill, type Shot } from './pictures/encodePictures.ts';
import { editorFont, createFonts, userAgent } from './pictures/fonts.ts';
import { animation } from './pictures/animation.ts';
import type { Part } from './pictures/paintInPage.ts';
import { stills } from './pictures/stills.ts';
import type { Studio } from './pictures/studio.ts';

const themes = ['light', 'dark'] as const;

const size = { width: 1200, height: 750 };
const density = 1.6;
const quality = 0.85;
/** The walkthrough is in the package, whose size has a limit. */
const stepEncoding = { width: 520, quality: 0.5 };

const settings = {
  'editor.acceptSuggestionOnEnter': 'off',
  'editor.autoIndent': 'keep',
  'editor.cursorBlinking': 'solid',
  'editor.fontFamily': editorFont,
  'editor.fontSize': 14,
  'editor.overviewRulerBorder': false,
  'editor.scrollbar.horizontal': 'hidden',
  'editor.scrollbar.vertical': 'hidden',
  'editor.wordWrap': 'on',
  'editor.hideCursorInOverviewRuler': true,
  'genwright.concurrency': 3,
  'workbench.layoutControl.enabled': false,
};

async function openStudio(theme: (typeof themes)[number], cleanUp: CleanUp): Promise<Studio> {
  const dir = await mkdtemp(join(tmpdir(), 'genwright-pictures-'));
  cleanUp.add(() => rm(dir, { recursive: true, force: true, maxRetries: 3 }));
  // The name of the folder is in the title.
  const folder = join(dir, 'festival');
  await mkdir(folder);
  const workbench = await startWorkbench(
    {
      name: `pictures-${theme}`,
      extension: 'development',
      theme,
      settings,
      window: { viewport: size, deviceScaleFactor: density, userAgent },
    },
    cleanUp,
  );
  const person = await createPerson(await workbench.open(folder), join(outDir, 'pictures'));
  const addFonts = await createFonts();
  // The editor measures them once.
  await addFonts(person.page);
  const shoot = async (durationMs = 0): Promise<Shot> => {
    await addFonts(person.page);
    return { png: await takePicture(person.page), durationMs };
  };
  await person.runCommand('Notifications: Toggle Do Not Disturb Mode');
  await person.runCommand('View: Toggle Primary Side Bar Visibility');
  return { person, folder, shoot };
}

/** Returns a WebP image, animated if the scene has several shots. */
function encode(encoder: Page, shots: readonly Shot[]): Promise<Uint8Array> {
  const [only] = shots;
  return only && shots.length === 1
    ? encodeStill(encoder, only.png, { width: size.width * density, quality })
    : encodeAnimation(encoder, shots, { width: 1440, quality });
}

/** Returns a part of the page in pixels of the screenshot. */
function enlarge({ x, y, width, height }: Part): Part {
  return { x: x * density, y: y * density, width: width * density, height: height * density };
}

const usage = `npm run pictures: takes the pictures of README and of the walkthrough in a real VS Code.

  --theme=light|dark   only the pictures of one theme
  --scene=NAME         only one picture: ${[...stills, animation].map(({ name }) => name).join(', ')}`;

async function takePictures(cleanUp: CleanUp): Promise<number> {
  const { values } = parseOptions(usage, { theme: { type: 'string' }, scene: { type: 'string' } });
  await buildForDevelopment();
  const readme = join(rootDir, 'media/readme');
  await mkdir(readme, { recursive: true });
  for (const theme of themes.filter((each) => each === (values.theme ?? each))) {
    const studio = await openStudio(theme, cleanUp);
    const encoder = await studio.person.page.context().newPage();
    const keep = async (path: string, picture: Uint8Array): Promise<void> => {
      await writeFile(path, picture);
      console.log(`${path}: ${String(picture.length)} bytes`);
    };
    const scenes = [...stills, animation].filter(({ name }) => name === (values.scene ?? name));
    for (const { name, take, step } of scenes) {
      try {
        const shots = await take(studio);
        await keep(join(readme, `${name}-${theme}.webp`), await encode(encoder, shots));
        const [shot] = shots;
        if (step && shot)
          await keep(
            join(rootDir, 'media/walkthrough', `${step.name}-${theme}.webp`),
            await encodeStill(encoder, shot.png, { ...stepEncoding, part: enlarge(step.part) }),
          );
      } catch (error) {
        if (!cleanUp.isRunning()) console.error(`See ${await studio.person.screenshot(`failed-${name}-${theme}`)}`);
        throw error;
      }
    }
  }
  return 0;
}

await runScript(takePictures);
