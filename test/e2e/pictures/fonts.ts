// Fonts that make the pictures look the same wherever they are made.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { cachedFolder } from '../../hosts/cachedFolder.ts';
import { type PinnedPackage, unpackPackage } from '../../hosts/pinnedPackage.ts';
import { addFonts } from './paintInPage.ts';

interface Font extends PinnedPackage {
  readonly file: string;
  /** Name of the font in the page. */
  readonly family: string;
}

export const editorFont = 'JetBrains Mono';

const fonts: readonly Font[] = [
  {
    name: '@fontsource-variable/inter',
    version: '5.3.0',
    integrity: 'sha512-OupL48va4JNofb97w6NYeF9S7W/kHNKM0Er8Dem5nqi4jeOLrVJDoE8tZEpnMJmtkvNbB1EIPPwHcdkF6b1oUA==',
    file: 'files/inter-latin-wght-normal.woff2',
    // The workbench uses the font of the system, and no setting names another one.
    family: 'Segoe UI',
  },
  {
    name: '@fontsource-variable/jetbrains-mono',
    version: '5.3.0',
    integrity: 'sha512-F32xpS2NsGYoQi2ADSkKTgpJj7ozajsGgDJ8woTnqjmIB+dxDIqImjl4pXZVEExu8UFZ2ndhmX18EBS/hdz3Lw==',
    file: 'files/jetbrains-mono-latin-wght-normal.woff2',
    family: editorFont,
  },
];

/** The workbench asks for the font by its name on Windows only. */
export const userAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** Returns a function that adds the fonts to each frame of a page that does not have them yet, in webviews too. */
export async function createFonts(): Promise<(page: Page) => Promise<void>> {
  const read = async ({ family, file, ...font }: Font): Promise<readonly [string, string]> => {
    const name = `${font.name.replaceAll('/', '-')}-${font.version}`;
    const dir = await cachedFolder(name, (unfinished) => unpackPackage(font, unfinished));
    return [family, (await readFile(join(dir, file))).toString('base64')];
  };
  const all = await Promise.all(fonts.map(read));
  return async (page) => {
    // A frame may be removed at any time.
    for (const frame of page.frames()) await frame.evaluate(addFonts, all).catch(() => undefined);
  };
}
