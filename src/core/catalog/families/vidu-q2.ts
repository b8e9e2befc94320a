import type { ModelFamily } from '../catalog.ts';
import { needsPrompt, videoEndpoints } from '../fields/videoFields.ts';
import { viduFields } from '../fields/viduFields.ts';

/** Observed only with text. `viduq2-pro` and `viduq2-turbo` accept images. */
export const viduQ2: ModelFamily = {
  id: 'vidu-q2',
  title: 'Vidu Q2',
  description: 'Video of 4 to 8 seconds from text. For images there are `viduq2-pro` and `viduq2-turbo`.',
  modality: 'video',
  models: ['viduq2'],
  endpoints: videoEndpoints,
  fields: viduFields({ range: [4, 8] }),
  rules: [needsPrompt],
  sample: {
    prompt: 'Rain on a tin roof, a cat watches from the window sill',
    duration: 4,
    size: '16:9',
    metadata: { resolution: '540p' },
  },
};
