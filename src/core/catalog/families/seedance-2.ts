import type { ModelFamily } from '../catalog.ts';
import { seedanceFields } from '../fields/seedanceFields.ts';
import { videoEndpoints } from '../fields/videoFields.ts';

/** Interface specification 1.8 names the models and 4.5 the path; the fields are observed. */
export const seedance2: ModelFamily = {
  id: 'seedance-2',
  title: 'Seedance 2.0',
  description:
    'Video of 4 to 15 seconds from text, images, or videos and audio to follow, up to 1080p. Fields that it does not know are rejected.',
  modality: 'video',
  models: ['seedance-2.0'],
  endpoints: videoEndpoints,
  fields: seedanceFields(['480p', '720p', '1080p']),
  rules: [
    { kind: 'one-of', fields: ['prompt', 'images', 'input_reference'], source: 'observed' },
    { kind: 'exclusive', fields: ['duration', 'seconds'], source: 'observed' },
  ],
  sample: {
    prompt: 'A paper boat sets out across a pond at sunrise, the camera gliding low beside it',
    duration: 5,
    metadata: { aspect_ratio: '16:9', resolution: '720p' },
  },
};
