import type { ModelFamily } from '../catalog.ts';
import { seedanceFields } from '../fields/seedanceFields.ts';
import { videoEndpoints } from '../fields/videoFields.ts';

/** Like Seedance 2.0, but 1080p has not been observed. */
export const seedance2Fast: ModelFamily = {
  id: 'seedance-2-fast',
  title: 'Seedance 2.0 fast',
  description:
    'Video of 4 to 15 seconds, sooner than Seedance 2.0 and up to 720p. Fields that it does not know are rejected.',
  modality: 'video',
  models: ['seedance-2.0-fast'],
  endpoints: videoEndpoints,
  fields: seedanceFields(['480p', '720p']),
  rules: [
    { kind: 'one-of', fields: ['prompt', 'images', 'input_reference'], source: 'observed' },
    { kind: 'exclusive', fields: ['duration', 'seconds'], source: 'observed' },
  ],
  sample: {
    prompt: 'A red kite climbs over green hills, clouds racing past',
    duration: 4,
    metadata: { aspect_ratio: '16:9', resolution: '480p' },
  },
};
