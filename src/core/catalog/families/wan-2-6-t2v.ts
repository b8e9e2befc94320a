import type { ModelFamily } from '../catalog.ts';
import { needsPrompt, videoEndpoints } from '../fields/videoFields.ts';
import { resolutionOrSize, wanVideoFields } from '../fields/wanVideoFields.ts';

/** Interface specification 1.8 names the models and 4.5 the path; the fields are observed. */
export const wan26TextToVideo: ModelFamily = {
  id: 'wan-2-6-t2v',
  title: 'Wan 2.6 text to video',
  description: 'Video of 5, 10 or 15 seconds from text, in one shot or several.',
  modality: 'video',
  models: ['wan2.6-t2v'],
  endpoints: videoEndpoints,
  fields: wanVideoFields,
  rules: [needsPrompt, resolutionOrSize],
  sample: { prompt: 'A gardener waters roof-top herbs while the city wakes up', duration: 5, size: '1280*720' },
};
