import { element, icon } from '../../dom.ts';

/** Position of the still in the clip, in seconds, because many clips start in black. */
const posterSeconds = 0.1;

/** Creates a still of a video for a square of this size. The video itself is released as soon as the still is drawn. */
export function createVideoFrame(uri: string, sidePx: number): HTMLElement {
  const ratio = window.devicePixelRatio || 1;
  const side = Math.round(sidePx * ratio);
  const canvas = element('canvas', { class: 'video-frame', attributes: { width: side, height: side } });
  const video = element('video', { attributes: { preload: 'auto', muted: '', playsinline: '' } });
  video.muted = true;
  video.addEventListener(
    'seeked',
    () => {
      const scale = Math.max(side / video.videoWidth, side / video.videoHeight);
      const width = video.videoWidth * scale;
      const height = video.videoHeight * scale;
      canvas.getContext('2d')?.drawImage(video, (side - width) / 2, (side - height) / 2, width, height);
      canvas.classList.add('drawn');
      video.removeAttribute('src');
      video.load();
    },
    { once: true },
  );
  video.addEventListener('loadedmetadata', () => (video.currentTime = Math.min(posterSeconds, video.duration / 2)), {
    once: true,
  });
  video.addEventListener('error', () => canvas.replaceWith(icon('circle-slash')), { once: true });
  video.src = uri;
  return canvas;
}
