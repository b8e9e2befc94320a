import type { ModelFamily } from '../catalog.ts';
import { endpoints } from '../endpoints.ts';

/** Interface specification 4.4, "Seedream 5.0 lite". */
export const seedream5Lite: ModelFamily = {
  id: 'seedream-5-lite',
  title: 'Seedream 5.0 lite',
  description: 'Images from text, or from text and up to 14 input images, at 2K, 3K or a size in pixels.',
  modality: 'image',
  models: ['seedream-5-0-260128', 'doubao-seedream-5-0-lite-260128'],
  endpoints: [endpoints.images],
  fields: [
    {
      name: 'prompt',
      type: { kind: 'string' },
      isRequired: true,
      isProse: true,
      description: 'What the image shows. With input images: what to change or how to combine them.',
      constraints: [{ kind: 'length', max: 600, source: 'specification' }],
    },
    {
      name: 'size',
      type: { kind: 'string' },
      description: 'Resolution class, or exact width x height in pixels.',
      constraints: [
        {
          kind: 'enum',
          source: 'specification',
          values: [
            '2K',
            '3K',
            '2048x2048',
            '2304x1728',
            '1728x2304',
            '2848x1600',
            '1600x2848',
            '2496x1664',
            '1664x2496',
            '3136x1344',
            '3072x3072',
            '3456x2592',
            '2592x3456',
            '4096x2304',
            '2304x4096',
            '2496x3744',
            '3744x2496',
            '4704x2016',
          ],
        },
      ],
    },
    {
      name: 'output_format',
      type: { kind: 'string' },
      description: 'File format of the image.',
      constraints: [{ kind: 'enum', values: ['jpeg', 'png'], source: 'specification' }],
    },
    {
      name: 'image',
      type: { kind: 'string' },
      isMedia: true,
      description: 'URL of one input image. Makes the job image-to-image.',
    },
    {
      name: 'images',
      type: { kind: 'array', items: { kind: 'string' } },
      isMedia: true,
      description: 'URLs of the input images. Makes the job image-to-image.',
      constraints: [{ kind: 'items', max: 14, source: 'specification' }],
    },
    {
      name: 'optimize_prompt_options',
      type: {
        kind: 'object',
        fields: [
          {
            name: 'mode',
            type: { kind: 'string' },
            description: 'How the prompt is optimized.',
            constraints: [{ kind: 'enum', values: ['standard'], source: 'specification' }],
          },
        ],
      },
      description: 'How the gateway optimizes the prompt before it is used.',
    },
  ],
  // The specification lists `image / images` as two spellings of one input; nothing says what both together do.
  rules: [{ kind: 'exclusive', fields: ['image', 'images'], source: 'observed' }],
  sample: { prompt: 'A lighthouse at dawn above a calm sea, watercolor', size: '2K' },
};
