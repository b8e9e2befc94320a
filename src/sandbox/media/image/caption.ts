import type { ImageSpec } from '../mediaSpec.ts';
import { rgb } from './color.ts';
import { blendPixel, drawText, measureText } from './drawText.ts';
import type { Pixels } from './enlarge.ts';

const maxLines = 3;
/** Color of the card. */
export const ink = rgb(0x0b0f1e);
const white = rgb(0xffffff);
const accent = rgb(0xffcf8a);

/** Facts that the caption shows. The sizes are those of the image. */
export type CaptionSpec = Pick<ImageSpec, 'prompt' | 'model' | 'width' | 'height' | 'seed'>;

/**
 * Draws a card at the bottom of the image that shows the request: prompt, size, seed and model, and that a sandbox made
 * it. Returns the row where the card starts.
 */
export function drawCaption(pixels: Pixels, spec: CaptionSpec): number {
  const unit = Math.min(pixels.width, pixels.height);
  const margin = Math.round(unit * 0.035);
  const padding = Math.round(unit * 0.03);
  const size = unit * 0.0185;
  const small = unit * 0.0128;
  const lines = wrapText(spec.prompt, { size, width: pixels.width - 2 * margin - 2 * padding });
  const height = 2 * padding + size + (lines.length - 1) * size * 1.95 + small * 3;
  const top = pixels.height - margin - height;
  drawCard(pixels, {
    left: margin,
    top,
    right: pixels.width - margin,
    bottom: pixels.height - margin,
    radius: unit * 0.018,
  });
  const x = margin + padding;
  lines.forEach((line, index) => {
    drawText(pixels, line, { x, y: top + padding + size + index * size * 1.95, size, color: white });
  });
  const y = pixels.height - margin - padding;
  const end = drawText(pixels, 'SANDBOX', { x, y, size: small, color: accent, weight: 0.15 });
  const facts = [`${String(spec.width)} × ${String(spec.height)}`, `seed ${String(spec.seed)}`, spec.model];
  drawText(pixels, `   ·   ${facts.join('   ·   ')}`, { x: end, y, size: small, color: white, alpha: 0.78 });
  return top;
}

/** Breaks between words, and inside a word that is too long. Ends with an ellipsis if there is no room left. */
export function wrapText(
  text: string,
  { size, width }: { readonly size: number; readonly width: number },
): readonly string[] {
  const fits = (line: string): boolean => measureText(line, size) <= width;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter((each) => each !== '')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    if (lines.length > maxLines) break;
    line = word;
    while (!fits(line) && lines.length <= maxLines) {
      const cut = cutToFit(line, fits);
      lines.push(cut);
      line = line.slice(cut.length);
    }
  }
  if (line !== '') lines.push(line);
  if (lines.length <= maxLines) return lines;
  const last = lines[maxLines - 1] ?? '';
  return [...lines.slice(0, maxLines - 1), `${cutToFit(last, (each) => fits(`${each}…`)).trimEnd()}…`];
}

/** Returns at least one character, so that a loop over the rest ends. */
function cutToFit(text: string, fits: (text: string) => boolean): string {
  const characters = Array.from(text);
  while (characters.length > 1 && !fits(characters.join(''))) characters.pop();
  return characters.join('');
}

function drawCard(
  pixels: Pixels,
  { left, top, right, bottom, radius }: { left: number; top: number; right: number; bottom: number; radius: number },
): void {
  for (let y = Math.floor(top); y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const dx = Math.max(left + radius - x, x + 1 - (right - radius), 0);
      const dy = Math.max(top + radius - y, y + 1 - (bottom - radius), 0);
      const inside = Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(dx, dy)));
      blendPixel(pixels, { x, y, color: ink, alpha: inside * 0.68 });
    }
  }
}
