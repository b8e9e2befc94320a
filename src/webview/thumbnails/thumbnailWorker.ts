// The worker of the page. It decodes an original and makes a small picture of it, one after another, so that at most one
// original is in memory.
import { imageDimensionsFromData } from 'image-dimensions';
import { drawSmall } from './drawSmall.ts';

/** A larger image is not decoded: it would need more than 500 MB. */
const maxPixels = 128_000_000;

export interface ThumbnailJob {
  readonly job: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface ThumbnailDone {
  readonly job: number;
  /** A WebP image. Null for bytes that cannot be decoded. */
  readonly bytes: Uint8Array<ArrayBuffer> | null;
}

let previous = Promise.resolve();
addEventListener('message', ({ data }: MessageEvent<ThumbnailJob>) => {
  previous = previous.then(() => answer(data));
});

async function answer({ job, bytes }: ThumbnailJob): Promise<void> {
  const done: ThumbnailDone = { job, bytes: await shrink(bytes).catch(() => null) };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the function of a worker takes none
  postMessage(done);
}

async function shrink(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | null> {
  const size = imageDimensionsFromData(bytes);
  if (!size || size.width * size.height > maxPixels) return null;
  const image = await createImageBitmap(new Blob([bytes]));
  try {
    return await drawSmall(image, image.width, image.height);
  } finally {
    image.close();
  }
}
