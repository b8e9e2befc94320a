import type { ArtifactItem } from '../../protocol/previewItem.ts';
import { decodePeaks } from '../media/audio/peaks.ts';
import { drawSmall, encodeWebp } from './drawSmall.ts';
import type { ThumbnailDone, ThumbnailJob } from './thumbnailWorker.ts';

/** The bundled worker as text: a webview may start a worker only from a blob. The build puts it here. */
declare const thumbnailWorkerText: string;

type Bytes = Uint8Array<ArrayBuffer>;

const wave = { width: 320, height: 160, bars: 80 };

/** Started with the first image. */
let shrink: ReturnType<typeof startWorker> | undefined;

/** Makes a thumbnail, a WebP image. Null if the original cannot be decoded. */
export async function makeThumbnail({ media, uri }: ArtifactItem, original: Bytes | null): Promise<Bytes | null> {
  if (media === 'video') return uri === null ? null : drawVideoFrame(uri);
  if (original === null) return null;
  if (media === 'audio') return drawWave(original);
  shrink ??= startWorker();
  return shrink(original);
}

function startWorker(): (bytes: Bytes) => Promise<Bytes | null> {
  const url = URL.createObjectURL(new Blob([thumbnailWorkerText], { type: 'text/javascript' }));
  const worker = new Worker(url);
  const waiting = new Map<number, (bytes: Bytes | null) => void>();
  let jobs = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<ThumbnailDone>) => {
    waiting.get(data.job)?.(data.bytes);
    waiting.delete(data.job);
  });
  // A worker that cannot start leaves the signs in place of pictures.
  worker.addEventListener('error', () => {
    for (const resolve of waiting.values()) resolve(null);
    waiting.clear();
  });
  return (bytes) =>
    new Promise((resolve) => {
      const job: ThumbnailJob = { job: (jobs += 1), bytes };
      waiting.set(job.job, resolve);
      worker.postMessage(job, [bytes.buffer]);
    });
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
