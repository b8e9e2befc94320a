import type { ModelFamily } from './catalog.ts';
import { hailuo02 } from './families/hailuo-02.ts';
import { hailuo23Fast } from './families/hailuo-2-3-fast.ts';
import { hailuo23 } from './families/hailuo-2-3.ts';
import { happyHorseImageToVideo } from './families/happyhorse-i2v.ts';
import { happyHorseReferenceToVideo } from './families/happyhorse-r2v.ts';
import { happyHorseTextToVideo } from './families/happyhorse-t2v.ts';
import { happyHorseVideoEdit } from './families/happyhorse-video-edit.ts';
import { klingImageToVideo } from './families/kling-image-to-video.ts';
import { klingOmni } from './families/kling-omni.ts';
import { klingTextToVideo } from './families/kling-text-to-video.ts';
import { kling } from './families/kling.ts';
import { pixverse } from './families/pixverse.ts';
import { seedance2Fast } from './families/seedance-2-fast.ts';
import { seedance2 } from './families/seedance-2.ts';
import { subtitleErase } from './families/subtitle-erase.ts';
import { veo } from './families/veo.ts';
import { viduQ1 } from './families/vidu-q1.ts';
import { viduQ2Image } from './families/vidu-q2-image.ts';
import { viduQ2 } from './families/vidu-q2.ts';
import { viduQ3 } from './families/vidu-q3.ts';
import { wan26ImageToVideo } from './families/wan-2-6-i2v.ts';
import { wan26ReferenceToVideo } from './families/wan-2-6-r2v.ts';
import { wan26TextToVideo } from './families/wan-2-6-t2v.ts';

/**
 * Families in the order in which they are offered. The native Kling families are the last of their models, because the
 * first one is the default.
 */
export const videoFamilies: readonly ModelFamily[] = [
  seedance2,
  seedance2Fast,
  kling,
  klingOmni,
  klingTextToVideo,
  klingImageToVideo,
  hailuo23,
  hailuo23Fast,
  hailuo02,
  viduQ3,
  viduQ2,
  viduQ2Image,
  viduQ1,
  pixverse,
  veo,
  wan26TextToVideo,
  wan26ImageToVideo,
  wan26ReferenceToVideo,
  happyHorseTextToVideo,
  happyHorseImageToVideo,
  happyHorseReferenceToVideo,
  happyHorseVideoEdit,
  subtitleErase,
];
