import type { ModelFamily } from '../catalog.ts';
import { hailuoFields } from '../fields/hailuoFields.ts';
import { needsPrompt, videoEndpoints } from '../fields/videoFields.ts';
import { fullHdLength } from '../rules/videoRules.ts';

/** Interface specification 1.8 names the models and 4.5 the path; the fields are observed. */
export const hailuo23: ModelFamily = {
  id: 'hailuo-2-3',
  title: 'MiniMax Hailuo 2.3',
  description:
    'Video of 6 or 10 seconds from text, or from text and a first frame, at 768p or 1080p. Fields that it does not know are rejected.',
  modality: 'video',
  models: ['MiniMax-Hailuo-2.3'],
  endpoints: videoEndpoints,
  fields: hailuoFields(['768p', '1080p']),
  rules: [needsPrompt, fullHdLength],
  sample: { prompt: 'A dancer turns under falling petals, slow motion', duration: 6, size: '768p' },
};
