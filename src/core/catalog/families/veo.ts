import type { ModelFamily } from '../catalog.ts';
import { observedField, observedObject, textType } from '../fields/observedField.ts';
import { needsPrompt, ratioAsSize, videoDuration, videoEndpoints, videoPrompt } from '../fields/videoFields.ts';

/**
 * Interface specification 1.9 has the name and no identifier, so every identifier that starts like it belongs to this
 * family. Lengths, ratios and resolutions are observed. Their positions in the body follow the other families of this
 * path.
 */
export const veo: ModelFamily = {
  id: 'veo',
  title: 'Veo',
  description: 'Video of 4, 6 or 8 seconds from text, at 720p or 1080p.',
  modality: 'video',
  models: ['veo-3.1'],
  prefixes: ['veo'],
  endpoints: videoEndpoints,
  fields: [
    videoPrompt,
    videoDuration({ values: [4, 6, 8] }),
    ratioAsSize(['16:9', '9:16']),
    observedObject('metadata', 'Further settings.', [
      observedField('resolution', textType, { description: 'Resolution class.', values: ['720p', '1080p'] }),
    ]),
  ],
  rules: [needsPrompt],
  sample: {
    prompt: 'Time-lapse of a desert sky from dusk to stars, a lone tree in front',
    duration: 4,
    size: '16:9',
    metadata: { resolution: '720p' },
  },
};
