import type { ModelFamily } from '../catalog.ts';
import { endpoints } from '../endpoints.ts';
import { imagePrompt } from '../fields/imageFields.ts';
import { statedField, typedField } from '../fields/observedField.ts';

/** Interface specification 4.4, "Grok-family models". The response to the POST is the result (2.4). */
export const grokImagine: ModelFamily = {
  id: 'grok-imagine',
  title: 'Grok Imagine',
  description: 'One to ten images, returned in the response itself, without a task.',
  modality: 'image',
  models: [
    'grok-imagine-image',
    'grok-imagine-image-quality',
    'grok-imagine-image-2026-03-02',
    'grok-imagine-image-pro',
    'grok-imagine-image-quality-20260403',
    'grok-imagine-image-quality-latest',
  ],
  endpoints: [endpoints.imagesAtOnce],
  fields: [
    imagePrompt(),
    {
      name: 'aspect_ratio',
      type: { kind: 'string' },
      description: 'Width to height.',
      constraints: [
        {
          kind: 'pattern',
          pattern: '\\d+(?:\\.\\d+)?:\\d+(?:\\.\\d+)?|auto',
          form: 'W:H',
          source: 'specification',
          reason: '`auto` has been seen to be accepted as well.',
        },
        {
          kind: 'enum',
          values: [
            '1:1',
            '3:4',
            '4:3',
            '9:16',
            '16:9',
            '2:3',
            '3:2',
            '9:19.5',
            '19.5:9',
            '9:20',
            '20:9',
            '1:2',
            '2:1',
            'auto',
          ],
          source: 'observed',
        },
      ],
    },
    statedField('resolution', 'string', 'Resolution class.', { values: ['1k', '2k'] }),
    statedField('n', 'integer', 'Number of images.', { range: { min: 1, max: 10 } }),
    typedField('response_format', 'string', 'How the images are returned: as URLs, or inside the response.', {
      values: ['url', 'b64_json'],
    }),
  ],
  rules: [],
  sample: { prompt: 'A fox asleep in a library armchair, ink and gouache', aspect_ratio: '4:3', resolution: '1k' },
};
