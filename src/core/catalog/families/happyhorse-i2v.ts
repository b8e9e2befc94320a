import type { ModelFamily } from '../catalog.ts';
import { happyHorseFields, happyHorseMedia } from '../fields/happyHorseFields.ts';
import { videoEndpoints } from '../fields/videoFields.ts';

/** Interface specification 1.8 names the models and 4.5 the path; the fields are observed. */
export const happyHorseImageToVideo: ModelFamily = {
  id: 'happyhorse-i2v',
  title: 'HappyHorse image to video',
  description: 'Video of 3 to 15 seconds that starts from an image.',
  modality: 'video',
  models: ['happyhorse-1.0-i2v'],
  endpoints: videoEndpoints,
  fields: [happyHorseMedia(['first_frame']), ...happyHorseFields],
  rules: [{ kind: 'one-of', fields: ['media'], source: 'observed' }],
  sample: {
    media: [{ type: 'first_frame', url: 'https://example.com/meadow.jpg' }],
    prompt: 'The grass bends in the wind and a rider comes into view',
    duration: 3,
    resolution: '720P',
  },
};
