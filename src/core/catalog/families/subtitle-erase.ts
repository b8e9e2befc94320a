import type { ModelFamily } from '../catalog.ts';
import { endpoints } from '../endpoints.ts';
import { observedField, observedObject, textType } from '../fields/observedField.ts';

/** Interface specification 4.5 has the path. The fields are observed, and also that the model may be left out. */
export const subtitleErase: ModelFamily = {
  id: 'subtitle-erase',
  title: 'Subtitle erase',
  description: 'Removes subtitles that are part of the image of a video. It has no model.',
  modality: 'video',
  models: [],
  endpoints: [endpoints.subtitleErase],
  fields: [
    observedField('video_url', textType, { description: 'URL of the video.', isMedia: true }),
    observedObject('metadata', 'Alternative to the field for the video.', [
      observedField('video_url', textType, { description: 'URL of the video.', isMedia: true }),
    ]),
  ],
  rules: [{ kind: 'one-of', fields: ['video_url', 'metadata'], source: 'observed' }],
  sample: { gen: { endpoint: endpoints.subtitleErase.path }, video_url: 'https://example.com/talk.mp4' },
};
