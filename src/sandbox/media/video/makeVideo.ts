import { paintScene } from '../image/paintScene.ts';
import type { VideoSpec } from '../mediaSpec.ts';
import { createRandom } from '../random.ts';
import { createCamera, takePicture } from './camera.ts';
import { createPictureEncoder } from './h264/encodePicture.ts';
import { buildPictureParameters, buildSequenceParameters, levelOf } from './h264/parameterSets.ts';
import { createLight } from './light.ts';
import { writeMp4 } from './mp4/writeMp4.ts';
import { createOverlay } from './overlay.ts';
import { toVideoPainting } from './painting.ts';
import { createPicture, type Picture } from './picture.ts';

/** The painting is larger than a frame, so that the closest view is still sharp. */
const paintedScale = 1.2;
/** Quality of the pictures; see `createPictureEncoder`. */
const qp = 25;

/**
 * Makes a film of the prompt's scene under a moving camera, as silent H.264 in MP4. Width and height must be multiples
 * of 16.
 */
export function makeVideo(spec: VideoSpec): Uint8Array {
  const { width, height, fps } = spec;
  const film = createFilm(spec);
  const encode = createPictureEncoder(spec, qp);
  const count = Math.max(1, Math.round(spec.seconds * fps));
  const pictures = Array.from({ length: count }, (_, index) => encode(film(index / Math.max(1, count - 1)), index));
  return writeMp4({
    width,
    height,
    fps,
    pictures,
    level: levelOf(spec, fps),
    sequenceParameters: buildSequenceParameters(spec, fps),
    pictureParameters: buildPictureParameters(),
  });
}

/** Returns frames by their share (0 to 1) of the film. Each is drawn into the same picture. */
function createFilm(spec: VideoSpec): (time: number) => Picture {
  const even = (length: number): number => 2 * Math.round((length * paintedScale) / 2);
  const painting = toVideoPainting(paintScene(spec, even(spec.width), even(spec.height)));
  const random = createRandom(`video ${String(spec.seed)} ${spec.prompt}`);
  const camera = createCamera(random);
  const shine = createLight(random);
  const overlay = createOverlay(spec);
  const picture = createPicture(spec.width, spec.height);
  return (time) => {
    const view = camera(time);
    takePicture(painting.brightness, picture.brightness, view);
    takePicture(painting.blueness, picture.blueness, view);
    takePicture(painting.redness, picture.redness, view);
    shine(picture.brightness, time);
    overlay(picture, time);
    return picture;
  };
}
