// Makes icons out of VS Code's. For the preview, dist/codicon.svg has those in use below one another, and dist/codicon.css
// shows one of them. The font of all icons is twenty times as large. For the margin of an editor, which takes only files,
// dist/gutter has one file for each sign and kind of theme.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gutterSigns, stateIcons } from '../src/protocol/stateIcons.ts';

/** Side of an icon, and the distance from one to the next, which keeps a blurred edge out of its neighbor. */
const side = 16;
const step = 2 * side;

export interface Icons {
  readonly css: string;
  readonly svg: string;
}

/** Makes the image and the style sheet of the icons, whose shapes are in the package of codicons below `root`. */
export async function buildIcons(root: string, names: readonly string[]): Promise<Icons> {
  const shapes = await Promise.all(names.map((name) => loadShape(root, name)));
  return { css: buildCss(names), svg: buildSvg(shapes) };
}

/** A file cannot use the colors of the theme, so each has those of VS Code's light and dark themes. */
const gutterColors = {
  'testing.iconPassed': { light: '#2b7a27', dark: '#89d185' },
  'testing.iconFailed': { light: '#c72e0f', dark: '#f48771' },
  'list.warningForeground': { light: '#855f00', dark: '#cca700' },
  none: { light: '#0067b8', dark: '#4aa5ff' },
} as const;

/** Writes the icons of the margin into the folder `outdir`. */
export async function writeGutterIcons(root: string, outdir: string): Promise<void> {
  await mkdir(join(outdir, 'gutter'), { recursive: true });
  for (const sign of gutterSigns) {
    const look = stateIcons[sign];
    const shape = await loadShape(root, look.icon);
    for (const [theme, color] of Object.entries(gutterColors['color' in look ? look.color : 'none'])) {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" fill="${color}">${shape}</svg>\n`;
      await writeFile(join(outdir, 'gutter', `${sign}-${theme}.svg`), svg);
    }
  }
}

async function loadShape(root: string, name: string): Promise<string> {
  const path = join(root, 'node_modules/@vscode/codicons/src/icons', `${name}.svg`);
  return readShape(name, await readFile(path, 'utf8'));
}

function readShape(name: string, text: string): string {
  const [, shape] = /^<svg [^>]*viewBox="0 0 16 16"[^>]*>(.*)<\/svg>\s*$/s.exec(text) ?? [];
  if (shape === undefined) throw new Error(`The icon ${name} is not an image of 16 by 16.`);
  return shape.trim();
}

function buildSvg(shapes: readonly string[]): string {
  const groups = shapes.map((shape, index) => `<g transform="translate(0 ${index * step})">${shape}</g>`);
  const height = Math.max(1, shapes.length) * step;
  const size = `width="${side}" height="${height}" viewBox="0 0 ${side} ${height}"`;
  return [`<svg xmlns="http://www.w3.org/2000/svg" ${size}>`, ...groups, '</svg>', ''].join('\n');
}

function buildCss(names: readonly string[]): string {
  const base = [
    'display: inline-block',
    'width: 1em',
    'height: 1em',
    'background: currentColor',
    'font-size: 16px',
    'forced-color-adjust: none',
    'mask: url("codicon.svg") 0 0 / 1em auto',
  ];
  const positions = names.map((name, index) => `.codicon-${name} { mask-position: 0 -${(index * step) / side}em; }`);
  return [`.codicon { ${base.join('; ')}; }`, ...positions, ''].join('\n');
}
