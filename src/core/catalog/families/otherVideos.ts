import type { ModelFamily } from '../catalog.ts';
import { endpoints } from '../endpoints.ts';
import { flagType, observedField, observedObject, openType, textType } from '../fields/observedField.ts';
import {
  needs,
  needsPrompt,
  negativePrompt,
  onVideos,
  ratioAsSize,
  resolutionBelow,
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
    observedField('quality', textType, 'Resolution class.', { values: ['360p', '540p', '720p', '1080p'] }),
    videoRatio('size'),
    negativePrompt,
    observedObject('metadata', 'Further settings.', [
      observedField('audio', flagType, 'Generates audio as well.'),
      observedField('img_id', openType, 'Identifier of an image that the gateway already has.'),
      observedField('motion_mode', textType, 'How fast the motion is.', { suggestions: ['normal', 'fast'] }),
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

const videoUrl = observedField('video_url', textType, 'URL of the video.', { isMedia: true });

/** Interface specification 4.5 has the path. The fields are observed, and also that the model may be left out. */
export const subtitleErase: ModelFamily = {
  id: 'subtitle-erase',
  title: 'Subtitle erase',
  description: 'Removes subtitles that are part of the image of a video. It has no model.',
  modality: 'video',
  models: [],
  endpoints: [endpoints.subtitleErase],
  fields: [videoUrl, observedObject('metadata', 'Alternative to the field for the video.', [videoUrl])],
  rules: [needs('video_url', 'metadata')],
  sample: { gen: { endpoint: endpoints.subtitleErase.path }, video_url: 'https://example.com/talk.mp4' },
};
