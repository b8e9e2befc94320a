import type { ModelFamily } from '../catalog.ts';
import { observedField, textType } from '../fields/observedField.ts';
import { videoEndpoints } from '../fields/videoFields.ts';
import { resolutionOrSize, wanVideoFields } from '../fields/wanVideoFields.ts';

/** Interface specification 1.8 names the models and 4.5 the path; the fields are observed. */
export const wan26ImageToVideo: ModelFamily = {
  id: 'wan-2-6-i2v',
  title: 'Wan 2.6 image to video',
  description: 'Video of 5, 10 or 15 seconds that starts from an image.',
  modality: 'video',
  models: ['wan2.6-i2v'],
  endpoints: videoEndpoints,
  fields: [
    observedField('img_url', textType, {
      description: 'URL of the image that the video starts with.',
      isMedia: true,
      takesData: true,
    }),
    ...wanVideoFields,
  ],
  rules: [{ kind: 'one-of', fields: ['img_url'], source: 'observed' }, resolutionOrSize],
  sample: {
    img_url: 'https://example.com/portrait.jpg',
    prompt: 'He looks up from his book as the lamp begins to flicker',
    duration: 5,
    resolution: '720P',
  },
};
