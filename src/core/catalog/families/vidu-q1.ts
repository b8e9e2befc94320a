import type { ModelFamily } from '../catalog.ts';
import { videoEndpoints } from '../fields/videoFields.ts';
import { viduFields, viduImages } from '../fields/viduFields.ts';

/** Interface specification 1.8 names the models and 4.5 the path; the fields are observed. */
export const viduQ1: ModelFamily = {
  id: 'vidu-q1',
  title: 'Vidu Q1',
  description: 'Video of 5 seconds from text, or from one or two images.',
  modality: 'video',
  models: ['viduq1'],
  endpoints: videoEndpoints,
  fields: [...viduFields({ values: [5], default: 5 }), viduImages],
  rules: [{ kind: 'one-of', fields: ['prompt', 'images'], source: 'observed' }],
  sample: {
    prompt: 'A lantern fish glides through a sunken library',
    duration: 5,
    size: '16:9',
    metadata: { resolution: '540p' },
  },
};
