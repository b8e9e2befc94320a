import type { ModelFamily } from '../catalog.ts';
import { happyHorseFields, happyHorseMedia } from '../fields/happyHorseFields.ts';
import { observedField, textType } from '../fields/observedField.ts';
import { needsPrompt, videoEndpoints } from '../fields/videoFields.ts';

/** Interface specification 1.8 names the models and 4.5 the path; the fields are observed. */
export const happyHorseVideoEdit: ModelFamily = {
  id: 'happyhorse-video-edit',
  title: 'HappyHorse video edit',
  description: 'Edits a video according to the prompt, with images that show how new things look.',
  modality: 'video',
  models: ['happyhorse-1.0-video-edit'],
  endpoints: videoEndpoints,
  fields: [
    happyHorseMedia(['video', 'reference_image']),
    ...happyHorseFields,
    observedField('audio_setting', textType, {
      description: 'Audio of the result. `origin` keeps the original.',
      suggestions: ['auto', 'origin'],
    }),
  ],
  rules: [needsPrompt, { kind: 'one-of', fields: ['media'], source: 'observed' }],
  sample: {
    media: [{ type: 'video', url: 'https://example.com/street.mp4' }],
    prompt: 'Make it winter: snow on the roofs, breath in the air',
    resolution: '720P',
  },
};
