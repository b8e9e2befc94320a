// Chromium encodes the pictures: it makes WebP images of its screenshots.
import type { Page } from 'playwright-core';
import { paintPicture, type PictureToPaint } from './paintInPage.ts';

type Encoding = Pick<PictureToPaint, 'width' | 'quality'>;

export async function encodeStill(page: Page, png: Buffer, encoding: Encoding): Promise<Uint8Array> {
  const picture = { png: png.toString('base64'), isNext: false, ...encoding };
  const { painted } = await page.evaluate(paintPicture, picture);
  return decode(painted?.url ?? '');
}

function decode(url: string): Buffer {
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}
