import type { ModelFamily } from '../catalog.ts';
import { flagType, observedField, observedObject, openType, textType } from '../fields/observedField.ts';
import { needsPrompt, negativePrompt, videoDuration, videoEndpoints, videoPrompt } from '../fields/videoFields.ts';

/** Interface specification 1.8 names the models and 4.5 the path; the fields are observed. */
export const pixverse: ModelFamily = {
  id: 'pixverse',
  title: 'PixVerse',
  description: 'Short video from text, from 360p to 1080p.',
  modality: 'video',
  models: ['pixverse-v6', 'pixverse-c1'],
  endpoints: videoEndpoints,
  fields: [
    videoPrompt,
    videoDuration({ default: 5, suggestions: ['5'] }),
    observedField('quality', textType, {
      description: 'Resolution class.',
      values: ['360p', '540p', '720p', '1080p'],
    }),
    observedField('size', textType, {
      description: 'Aspect ratio, as width:height.',
      suggestions: ['16:9', '9:16', '1:1', '4:3', '3:4'],
      pattern: [String.raw`\d+:\d+`, '16:9'],
    }),
    negativePrompt,
    observedObject('metadata', 'Further settings.', [
      observedField('audio', flagType, { description: 'Generates audio as well.' }),
      observedField('img_id', openType, { description: 'Identifier of an image that the gateway already has.' }),
      observedField('motion_mode', textType, {
        description: 'How fast the motion is.',
        suggestions: ['normal', 'fast'],
      }),
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
