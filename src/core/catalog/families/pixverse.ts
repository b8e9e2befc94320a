import type { ModelFamily } from '../catalog.ts';
import { observedField, observedObject } from '../fields/observedField.ts';
import {
  needsPrompt,
  negativePrompt,
  onVideos,
  videoDuration,
  videoPrompt,
  videoRatio,
} from '../fields/videoFields.ts';

/** Interface specification 1.8 names the models and 4.5 the path. The fields are observed. */
export const pixverse: ModelFamily = {
  id: 'pixverse',
  title: 'PixVerse',
  description: 'Short video from text, from 360p to 1080p.',
  ...onVideos,
  models: ['pixverse-v6', 'pixverse-c1'],
  fields: [
    videoPrompt,
    videoDuration({ default: 5, suggestions: ['5'] }),
    observedField('quality', 'string', 'Resolution class.', { values: ['360p', '540p', '720p', '1080p'] }),
    videoRatio('size'),
    negativePrompt,
    observedObject('metadata', 'Further settings.', [
      observedField('audio', 'boolean', 'Generates audio as well.'),
      observedField('img_id', 'unknown', 'Identifier of an image that the gateway already has.'),
      observedField('motion_mode', 'string', 'How fast the motion is.', { suggestions: ['normal', 'fast'] }),
    ]),
  ],
  rules: [needsPrompt],
  sample: {
    prompt: 'A skateboarder jumps over a puddle, neon signs behind',
    duration: 5,
    quality: '540p',
    size: '16:9',
  },
};
