import { drawCaption, ink } from '../image/caption.ts';
import { enlarge, type Pixels } from '../image/enlarge.ts';
import { paintScene } from '../image/paintScene.ts';
import type { VideoSpec } from '../planVideo.ts';
import { buildKeyPicture, buildMovedPicture, buildSequenceParameters, pictureParameters, type Pan } from './h264.ts';
import { writeMp4 } from './writeMp4.ts';

const framesPerSecond = 24;

/**
 * Makes a film of the prompt's scene under a camera that moves to the right, above a caption that stays, as silent
 * H.264 in MP4. One picture is coded. All others are the same picture with a motion vector. Width and height must be
 * multiples of 16.
 */
export function makeVideo(spec: VideoSpec): Uint8Array {
  const pan = paintPan(spec);
  const count = Math.max(1, Math.round(spec.seconds * framesPerSecond));
  const moved = Array.from({ length: count - 1 }, (_, index) => {
    const time = (index + 1) / (count - 1);
    // The camera starts and stops gently.
    const share = time - Math.sin(2 * Math.PI * time) / (4 * Math.PI);
    return buildMovedPicture(pan, index + 1, Math.round(4 * pan.margin * share));
  });
  return writeMp4({
    width: spec.width,
    height: spec.height,
    framesPerSecond,
    sequenceParameters: buildSequenceParameters(pan),
    pictureParameters,
    pictures: [buildKeyPicture(pan), ...moved],
  });
}

/** Paints a scene that is wider than the frame, and the caption below it. */
function paintPan(spec: VideoSpec): Pan {
  const { width, height } = spec;
  const margin = 16 * Math.ceil(width / 128);
  const pixels = enlarge(paintScene(spec, width + margin, height), width + margin, height);
  const card = {
    width,
    height,
    data: Uint8Array.from({ length: 3 * width * height }, (_, at) => 255 * (ink[at % 3] ?? 0)),
  };
  const top = drawCaption(card, spec);
  const stillHeight = height - 16 * Math.floor(top / 16);
  for (let y = height - stillHeight; y < height; y += 1) {
    pixels.data.set(card.data.subarray(3 * width * y, 3 * width * (y + 1)), 3 * pixels.width * y);
  }
  return { ...toPlanes(pixels), margin, stillHeight };
}

/** Converts the colors to luma, Cb and Cr. A Cb or Cr sample is the mean of four pixels. */
function toPlanes({ width, height, data }: Pixels): Omit<Pan, 'margin' | 'stillHeight'> {
  const luma = new Uint8Array(width * height);
  const cb = new Float32Array(luma.length / 4).fill(128);
  const cr = new Float32Array(luma.length / 4).fill(128);
  for (let at = 0; at < luma.length; at += 1) {
    const red = data[3 * at] ?? 0;
    const blue = data[3 * at + 2] ?? 0;
    const y = 0.2126 * red + 0.7152 * (data[3 * at + 1] ?? 0) + 0.0722 * blue;
    const quarter = Math.floor(at / width / 2) * (width / 2) + Math.floor((at % width) / 2);
    luma[at] = Math.round(16 + (219 / 255) * y);
    cb[quarter] = (cb[quarter] ?? 0) + ((224 / 255 / 4) * (blue - y)) / 1.8556;
    cr[quarter] = (cr[quarter] ?? 0) + ((224 / 255 / 4) * (red - y)) / 1.5748;
  }
  return { width, height, luma, cb: Uint8Array.from(cb, Math.round), cr: Uint8Array.from(cr, Math.round) };
}
