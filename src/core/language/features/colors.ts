import type { ColorRange } from '../languageService.ts';
import type { DocumentView } from '../view/documentView.ts';
import { listValues } from '../view/listValues.ts';

/** Lists the colors of a palette. Other strings that look like a color are ignored: a prompt may mention "#1E90FF". */
export function listColors(view: DocumentView): readonly ColorRange[] {
  if (!view.text.includes('#')) return [];
  return listValues(view, { start: 0, end: view.text.length })
    .filter(({ path }) => path.at(-1) === 'hex' && path.some((key) => /^color(?:_p|P)alette$/.test(key)))
    .flatMap(({ node }) => readColor(node.value, node.start, view.text));
}

function readColor(value: unknown, start: number, text: string): readonly ColorRange[] {
  if (typeof value !== 'string' || !/^#[0-9a-f]{6}$/i.test(value)) return [];
  // The color is after a quote, because YAML would read it as a comment otherwise. With escapes it is not found.
  const colorStart = text.indexOf(value, start);
  if (colorStart !== start + 1) return [];
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(value.slice(at, at + 2), 16) / 255);
  return [{ start: colorStart, end: colorStart + value.length, red, green, blue }];
}
