// The worker of the page. It decodes an original and makes a small picture of it, one after another, so that at most one
// original is in memory.
import { imageDimensionsFromData } from 'image-dimensions';

/** Long side of a thumbnail in pixels. */
const sidePx = 320;
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
  const scale = Math.min(1, sidePx / Math.max(image.width, image.height));
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context) {
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, width, height);
  }
  image.close();
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 });
  return new Uint8Array(await blob.arrayBuffer());
}
