import { element } from '../../dom.ts';

/** Position of the still in the clip, in seconds, because many clips start in black. */
const posterSeconds = 0.1;
/** Long side of the still in pixels. */
const sidePx = 320;
/** A video that has not been decoded by then gets no still. */
const limitMs = 15_000;

/** Draws a still of a video as a WebP image. Null if the video cannot be decoded. The video itself is released. */
export async function drawVideoFrame(uri: string): Promise<Uint8Array<ArrayBuffer> | null> {
  // The workbench serves files from another origin, with a header that allows the page to read what it draws.
  const video = element('video', { attributes: { preload: 'auto', playsinline: '', crossorigin: 'anonymous' } });
  video.muted = true;
  const isReady = new Promise<boolean>((resolve) => {
    video.addEventListener('loadedmetadata', () => {
      video.currentTime = Math.min(posterSeconds, video.duration / 2);
    });
    video.addEventListener('seeked', () => resolve(true));
    video.addEventListener('error', () => resolve(false));
    setTimeout(() => resolve(false), limitMs);
  });
  video.src = uri;
  const still = (await isReady) ? drawStill(video) : null;
  video.removeAttribute('src');
  video.load();
  const blob = await still?.convertToBlob({ type: 'image/webp', quality: 0.8 });
  return blob ? new Uint8Array(await blob.arrayBuffer()) : null;
}

function drawStill(video: HTMLVideoElement): OffscreenCanvas | null {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0 || videoHeight === 0) return null;
  const scale = Math.min(1, sidePx / Math.max(videoWidth, videoHeight));
  const width = Math.max(1, Math.round(videoWidth * scale));
  const height = Math.max(1, Math.round(videoHeight * scale));
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.drawImage(video, 0, 0, width, height);
  return canvas;
}
