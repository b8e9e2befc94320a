import type { ModelFamily } from '../catalog.ts';
import {
  needsPrompt,
  onVideos,
  ratioAsSize,
  resolutionBelow,
  videoDuration,
  videoPrompt,
} from '../fields/videoFields.ts';

/**
 * Interface specification 1.9 has the name and no identifier, so every identifier that starts like it belongs to this
 * family. Lengths, ratios and resolutions are observed. Their positions in the body follow the other families of this
 * path.
 */
export const veo: ModelFamily = {
  id: 'veo',
  title: 'Veo',
  description: 'Video of 4, 6 or 8 seconds from text, at 720p or 1080p.',
  ...onVideos,
  models: ['veo-3.1'],
  prefixes: ['veo'],
  fields: [
    videoPrompt,
    videoDuration({ values: [4, 6, 8] }),
    ratioAsSize('16:9', '9:16'),
    resolutionBelow('720p', '1080p'),
  ],
  rules: [needsPrompt],
  sample: {
    prompt: 'Time-lapse of a desert sky from dusk to stars, a lone tree in front',
    duration: 4,
    size: '16:9',
    metadata: { resolution: '720p' },
  },
};
