import { encode as encodeJpeg } from 'jpeg-js';
import type { ImageSpec } from '../planImages.ts';
import { drawCaption } from './caption.ts';
import { enlarge, type Pixels } from './enlarge.ts';
import { paintScene } from './paintScene.ts';
import { writePng } from './writePng.ts';

/** Pixels of a painting before it is scaled up, approximately. Only the caption is drawn at full size. */
const paintedPixels = 900_000;

/** Makes an illustration that follows the prompt, with a caption that shows the request. */
export function makeImage(spec: ImageSpec): Uint8Array {
  const { width, height } = spec;
  const scale = Math.min(1, Math.sqrt(paintedPixels / (width * height)));
  const canvas = paintScene(spec, Math.round(width * scale), Math.round(height * scale));
  const pixels = enlarge(canvas, width, height);
  drawCaption(pixels, spec);
  return spec.format === 'jpeg' ? toJpeg(pixels) : writePng(pixels);
}

function toJpeg({ width, height, data }: Pixels): Uint8Array {
  const withAlpha = new Uint8Array(width * height * 4).fill(255);
  for (let from = 0, to = 0; from < data.length; from += 3, to += 4) {
    withAlpha[to] = data[from] ?? 0;
    withAlpha[to + 1] = data[from + 1] ?? 0;
    withAlpha[to + 2] = data[from + 2] ?? 0;
  }
  return encodeJpeg({ width, height, data: withAlpha }, 90).data;
}
