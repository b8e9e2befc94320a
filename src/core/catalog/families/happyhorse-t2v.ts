import type { ModelFamily } from '../catalog.ts';
import { happyHorseFields } from '../fields/happyHorseFields.ts';
import { needsPrompt, videoEndpoints } from '../fields/videoFields.ts';

/** Interface specification 1.8 names the models and 4.5 the path; the fields are observed. */
export const happyHorseTextToVideo: ModelFamily = {
  id: 'happyhorse-t2v',
  title: 'HappyHorse text to video',
  description: 'Video of 3 to 15 seconds from text, at 720p or 1080p.',
  modality: 'video',
  models: ['happyhorse-1.0-t2v'],
  endpoints: videoEndpoints,
  fields: happyHorseFields,
  rules: [needsPrompt],
  sample: { prompt: 'A wooden toy horse gallops across a desk', duration: 3, resolution: '720P', ratio: '16:9' },
};
