import type { ModelFamily } from '../catalog.ts';
import { happyHorseFields, happyHorseMedia } from '../fields/happyHorseFields.ts';
import { needsPrompt, videoEndpoints } from '../fields/videoFields.ts';

/** Interface specification 1.8 names the models and 4.5 the path; the fields are observed. */
export const happyHorseReferenceToVideo: ModelFamily = {
  id: 'happyhorse-r2v',
  title: 'HappyHorse reference to video',
  description: 'Video that shows the subjects of reference images in a new scene.',
  modality: 'video',
  models: ['happyhorse-1.0-r2v'],
  endpoints: videoEndpoints,
  fields: [happyHorseMedia(['reference_image']), ...happyHorseFields],
  rules: [needsPrompt, { kind: 'one-of', fields: ['media'], source: 'observed' }],
  sample: {
    media: [{ type: 'reference_image', url: 'https://example.com/hat.jpg' }],
    prompt: 'A magician pulls a lamp out of the hat, applause',
    duration: 3,
    resolution: '720P',
    ratio: '16:9',
  },
};
