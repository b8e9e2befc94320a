import { imageDimensionsFromData } from 'image-dimensions';
import type { ArtifactItem } from '../../protocol/previewItem.ts';
import { decodePeaks } from '../media/audio/peaks.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Long side of a thumbnail in pixels. */
const sidePx = 320;
/** A larger image is not decoded: it would need more than 500 MB. */
const maxPixels = 128_000_000;
const wave = { width: 320, height: 160, bars: 80 };

/** Images are decoded one after another, so that at most one original is in memory. */
let lastImage: Promise<Bytes | null> = Promise.resolve(null);

/** Makes a thumbnail, a WebP image. Null if the original cannot be decoded. */
export async function makeThumbnail({ media, uri }: ArtifactItem, original: Bytes | null): Promise<Bytes | null> {
  if (media === 'video') return uri === null ? null : drawVideoFrame(uri);
  if (original === null) return null;
  if (media === 'audio') return drawWave(original);
  lastImage = lastImage.then(() => shrinkImage(original)).catch(() => null);
  return lastImage;
}

async function shrinkImage(bytes: Bytes): Promise<Bytes | null> {
  const size = imageDimensionsFromData(bytes);
  if (!size || size.width * size.height > maxPixels) return null;
  const isWide = size.width > size.height;
  // The browser decodes and scales outside the main thread. An image that is stored turned is still a little too large.
  const image = await createImageBitmap(
    new Blob([bytes]),
    Math.max(size.width, size.height) > sidePx
      ? { [isWide ? 'resizeWidth' : 'resizeHeight']: sidePx, resizeQuality: 'high' }
      : {},
  );
  try {
    return await drawSmall(image, image.width, image.height);
  } finally {
    image.close();
  }
}

/** Draws a picture of this size as a thumbnail. */
function drawSmall(picture: CanvasImageSource, width: number, height: number): Promise<Bytes> {
  const scale = Math.min(1, sidePx / Math.max(width, height));
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  const context = canvas.getContext('2d');
  if (context) {
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  }
  return encodeWebp(canvas);
}

async function encodeWebp(canvas: OffscreenCanvas): Promise<Bytes> {
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 });
  return new Uint8Array(await blob.arrayBuffer());
}

/** Draws the waveform in white on nothing. The page shows it in a color of the theme. */
async function drawWave(bytes: Bytes): Promise<Bytes | null> {
  const peaks = await decodePeaks(bytes, wave.bars);
  if (!peaks) return null;
  const canvas = new OffscreenCanvas(wave.width, wave.height);
  const context = canvas.getContext('2d');
  if (!context) return null;
  const pitch = wave.width / wave.bars;
  context.fillStyle = '#fff';
  for (const [index, peak] of peaks.entries()) {
    const height = Math.max(2, peak * wave.height * 0.9);
    context.fillRect(index * pitch, (wave.height - height) / 2, pitch - 1, height);
  }
  return encodeWebp(canvas);
}

/** Position of the still in the clip, in seconds, because many clips start in black. */
const posterSeconds = 0.1;
/** A video that has not been decoded by then gets no still. */
const decodeLimitMs = 15_000;

/** Draws a still of a video as a WebP image. Null if the video cannot be decoded. The video itself is released. */
async function drawVideoFrame(uri: string): Promise<Bytes | null> {
  // The workbench serves files from another origin, with a header that allows the page to read what it draws.
  const video = document.createElement('video');
  Object.assign(video, { preload: 'auto', playsInline: true, crossOrigin: 'anonymous', muted: true });
  const isReady = new Promise<boolean>((resolve) => {
    video.addEventListener('loadedmetadata', () => {
      video.currentTime = Math.min(posterSeconds, video.duration / 2);
    });
    // A video may have only sound.
    video.addEventListener('seeked', () => resolve(video.videoWidth > 0));
    video.addEventListener('error', () => resolve(false));
    setTimeout(() => resolve(false), decodeLimitMs);
  });
  video.src = uri;
  const still = (await isReady) ? await drawSmall(video, video.videoWidth, video.videoHeight) : null;
  video.removeAttribute('src');
  video.load();
  return still;
}
