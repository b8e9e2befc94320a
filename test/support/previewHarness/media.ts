import { Mp3Encoder } from '@breezystack/lamejs';
import { encode } from 'fast-png';
import { makeVideo } from '../../../src/sandbox/media/video/makeVideo.ts';

/** A picture with a sky, a sun and some relief, different for each seed. */
export function makePng(width: number, height: number, seed: number): Uint8Array {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const sky = y / height;
      const ridge = 0.62 + 0.1 * Math.sin(x / 90 + seed) + 0.05 * Math.sin(x / 31 + seed * 2);
      const sun = Math.hypot(x - width * 0.68, y - height * 0.34) < height * 0.11;
      const hue = (seed * 47) % 90;
      const color =
        sky > ridge ? [30 + hue, 50, 80] : sun ? [255, 236, 190] : [250 - 70 * sky, 140 + hue, 120 + 110 * sky];
      data.set(color, (y * width + x) * 3);
    }
  }
  return encode({ width, height, data, channels: 3 });
}

/** A swelling tone of some seconds as MP3. */
export function makeMp3(seconds: number): Uint8Array {
  const rateHz = 44_100;
  const samples = Int16Array.from({ length: rateHz * seconds }, (_, index) => {
    const t = index / rateHz;
    const loudness = (0.25 + 0.75 * Math.abs(Math.sin(t * 1.3))) * (0.5 + 0.5 * Math.sin(t * 9));
    return Math.sin(t * 2 * Math.PI * (220 + 40 * Math.floor(t * 2))) * loudness * 30_000;
  });
  const encoder = new Mp3Encoder(1, rateHz, 128);
  return Uint8Array.from([...encoder.encodeBuffer(samples), ...encoder.flush()]);
}

/** A silent clip of some seconds. */
export function makeMp4(seconds: number): Uint8Array {
  return makeVideo({
    kind: 'video',
    index: 1,
    prompt: 'A lighthouse at dawn, watercolor',
    model: 'seedance-1-0-lite',
    width: 640,
    height: 352,
    seconds,
    seed: 7,
    format: 'mp4',
  });
}
