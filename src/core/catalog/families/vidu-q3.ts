import type { ModelFamily } from '../catalog.ts';
import { videoEndpoints } from '../fields/videoFields.ts';
import { viduFields, viduImages } from '../fields/viduFields.ts';

/** Interface specification 1.8 names the models and 4.5 the path; the fields are observed. */
export const viduQ3: ModelFamily = {
  id: 'vidu-q3',
  title: 'Vidu Q3',
  description: 'Video of 1 to 16 seconds from text, or from one or two images.',
  modality: 'video',
  models: ['viduq3-turbo', 'viduq3-pro'],
  endpoints: videoEndpoints,
  fields: [...viduFields({ range: [1, 16] }), viduImages],
  rules: [{ kind: 'one-of', fields: ['prompt', 'images'], source: 'observed' }],
  sample: {
    prompt: 'A street musician plays under a bridge, passers-by in soft focus',
    duration: 4,
    size: '16:9',
    metadata: { resolution: '540p' },
  },
};
