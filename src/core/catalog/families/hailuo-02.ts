import type { ModelFamily } from '../catalog.ts';
import { hailuoFields } from '../fields/hailuoFields.ts';
import { needsPrompt, videoEndpoints } from '../fields/videoFields.ts';
import { fullHdLength } from '../rules/videoRules.ts';

/** Interface specification 1.8 names the models and 4.5 the path; the fields are observed. */
export const hailuo02: ModelFamily = {
  id: 'hailuo-02',
  title: 'MiniMax Hailuo 02',
  description:
    'Video of 6 or 10 seconds from text, or from text and a first frame, from 512p to 1080p. Fields that it does not know are rejected.',
  modality: 'video',
  models: ['MiniMax-Hailuo-02'],
  endpoints: videoEndpoints,
  fields: hailuoFields(['512p', '768p', '1080p']),
  rules: [needsPrompt, fullHdLength],
  sample: { prompt: 'A fox trots through fresh snow and looks into the camera', duration: 6, size: '512p' },
};
