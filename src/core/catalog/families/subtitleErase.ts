import type { ModelFamily } from '../catalog.ts';
import { endpoints } from '../endpoints.ts';
import { observedField, observedObject } from '../fields/observedField.ts';
import { needs } from '../fields/videoFields.ts';

const videoUrl = observedField('video_url', 'string', 'URL of the video.', { isMedia: true });

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
