import type { ModelFamily } from '../catalog.ts';
import { observedField, textsType } from '../fields/observedField.ts';
import { needsPrompt, videoEndpoints } from '../fields/videoFields.ts';
import { resolutionOrSize, wanVideoFields } from '../fields/wanVideoFields.ts';

/** Interface specification 1.8 names the models and 4.5 the path; the fields are observed. */
export const wan26ReferenceToVideo: ModelFamily = {
  id: 'wan-2-6-r2v',
  title: 'Wan 2.6 reference to video',
  description: 'Video that shows the subjects of reference videos in a new scene.',
  modality: 'video',
  models: ['wan2.6-r2v'],
  endpoints: videoEndpoints,
  fields: [
    observedField('reference_video_urls', textsType, {
      description: 'URLs of up to 3 videos. The prompt calls their subjects `character1`, `character2` and so on.',
      items: [1, 3],
      isMedia: true,
    }),
    ...wanVideoFields,
  ],
  rules: [needsPrompt, { kind: 'one-of', fields: ['reference_video_urls'], source: 'observed' }, resolutionOrSize],
  sample: {
    reference_video_urls: ['https://example.com/actor.mp4'],
    prompt: 'character1 walks through a night market and tastes a dumpling',
    duration: 5,
    size: '1280*720',
  },
};
