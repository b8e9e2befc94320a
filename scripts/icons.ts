// Makes the icons of the preview out of VS Code's: dist/codicon.svg has those in use below one another, and
// dist/codicon.css shows one of them. The font of all icons is twenty times as large.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Side of an icon, and the distance from one to the next, which keeps a blurred edge out of its neighbor. */
const side = 16;
const step = 2 * side;

export interface Icons {
  readonly css: string;
  readonly svg: string;
}

/** Makes the image and the style sheet of the icons, whose shapes are in the package of codicons below `root`. */
export async function buildIcons(root: string, names: readonly string[]): Promise<Icons> {
  const folder = join(root, 'node_modules/@vscode/codicons/src/icons');
  const shapes = await Promise.all(
    names.map(async (name) => readShape(name, await readFile(join(folder, `${name}.svg`), 'utf8'))),
  );
  return { css: buildCss(names), svg: buildSvg(shapes) };
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
