import type { ImageSpec } from '../planImages.ts';
import { rgb } from './canvas.ts';
import { blendPixel, drawText, measureText } from './drawText.ts';
import type { Pixels } from './enlarge.ts';
import { keepWritable } from './layOutText.ts';

const maxLines = 3;
/** Color of the card. */
export const ink = rgb(0x0b0f1e);
const white = rgb(0xffffff);
const accent = rgb(0xffcf8a);

/** Facts that the caption shows. The sizes are those of the image. */
type CaptionSpec = Pick<ImageSpec, 'prompt' | 'model' | 'width' | 'height' | 'seed'>;

/**
 * Draws a card at the bottom of the image that shows the request: prompt, size, seed and model, and that a sandbox made
 * it. Without the prompt or the model if it has letters that cannot be written. Returns the row where the card starts.
 */
export function drawCaption(pixels: Pixels, spec: CaptionSpec): number {
  const unit = Math.min(pixels.width, pixels.height);
  const margin = Math.round(unit * 0.035);
  const padding = Math.round(unit * 0.03);
  const size = unit * 0.0185;
  const small = unit * 0.0128;
  const lines = breakLines(keepWritable(spec.prompt), { size, width: pixels.width - 2 * margin - 2 * padding });
  const top = pixels.height - margin - 2 * padding - size - (lines.length - 1) * size * 1.95 - small * 3;
  drawCard(pixels, { margin, top, radius: unit * 0.018 });
  const x = margin + padding;
  for (const [index, line] of lines.entries()) {
    drawText(pixels, line, { x, y: top + padding + size + index * size * 1.95, size, color: white });
  }
  const y = pixels.height - margin - padding;
  const end = drawText(pixels, 'SANDBOX', { x, y, size: small, color: accent, weight: 0.15 });
  const facts = [
    `${String(spec.width)} × ${String(spec.height)}`,
    `seed ${String(spec.seed)}`,
    keepWritable(spec.model),
  ].filter(Boolean);
  drawText(pixels, `   ·   ${facts.join('   ·   ')}`, { x: end, y, size: small, color: white, alpha: 0.78 });
  return top;
}

/** Breaks between words, and inside a word that is too long. Ends with an ellipsis if there is no room left. */
export function breakLines(
  text: string,
  { size, width }: { readonly size: number; readonly width: number },
): readonly string[] {
  const lines: string[] = [];
  let rest = Array.from(text.trim().replaceAll(/\s+/g, ' '));
  const countFitting = (ending: string): number => {
    let count = 1;
    while (count < rest.length && measureText(rest.slice(0, count + 1).join('') + ending, size) <= width) count += 1;
    return count;
  };
  while (rest.length > 0 && lines.length < maxLines) {
    const count = countFitting('');
    const isCut = count < rest.length;
    const ending = isCut && lines.length === maxLines - 1 ? '…' : '';
    const space = isCut && ending === '' ? rest.lastIndexOf(' ', count) : -1;
    const end = space > 0 ? space : ending === '' ? count : countFitting(ending);
    lines.push(rest.slice(0, end).join('').trimEnd() + ending);
    rest = rest.slice(rest[end] === ' ' ? end + 1 : end);
  }
  return lines;
}

/** Draws a card with round corners across the bottom of the image. */
function drawCard(pixels: Pixels, card: { margin: number; top: number; radius: number }): void {
  const { margin, top, radius } = card;
  const [right, bottom] = [pixels.width - margin, pixels.height - margin];
  for (let y = Math.floor(top); y < bottom; y += 1) {
    for (let x = margin; x < right; x += 1) {
      const dx = Math.max(margin + radius - x, x + 1 - (right - radius), 0);
      const dy = Math.max(top + radius - y, y + 1 - (bottom - radius), 0);
      const inside = Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(dx, dy)));
      blendPixel(pixels, { x, y, color: ink, alpha: inside * 0.68 });
    }
  }
}
