// Chromium encodes the pictures: it makes WebP images of its screenshots.
import type { Page } from 'playwright-core';
import { type AnimationFrame, joinFrames } from '../../support/animatedWebp.ts';
import { paintPicture, type Part, type PictureToPaint } from './paintInPage.ts';

export interface Shot {
  /** A screenshot. */
  readonly png: Buffer;
  readonly durationMs: number;
}

type Encoding = Pick<PictureToPaint, 'width' | 'quality'>;

/** Encodes a screenshot, or a part of it. */
export async function encodeStill(
  page: Page,
  png: Buffer,
  { part = null, ...encoding }: Encoding & { readonly part?: Part | null },
): Promise<Uint8Array> {
  const picture = { png: png.toString('base64'), isNext: false, part, ...encoding };
  const { painted } = await page.evaluate(paintPicture, picture);
  return decode(painted?.url ?? '');
}

/** The frames hold only what differs from the frame before them. */
export async function encodeAnimation(page: Page, shots: readonly Shot[], encoding: Encoding): Promise<Uint8Array> {
  const frames: AnimationFrame[] = [];
  let size = { width: 0, height: 0 };
  for (const { png, durationMs } of shots) {
    const picture = { png: png.toString('base64'), isNext: frames.length > 0, part: null, ...encoding };
    const { painted, ...whole } = await page.evaluate(paintPicture, picture);
    size = whole;
    const last = frames.at(-1);
    if (painted) frames.push({ ...painted, image: decode(painted.url), durationMs });
    else if (last) frames.splice(-1, 1, { ...last, durationMs: last.durationMs + durationMs });
  }
  return joinFrames(frames, size);
}

function decode(url: string): Buffer {
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}
