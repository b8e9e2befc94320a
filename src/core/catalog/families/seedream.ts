import type { ModelFamily } from '../catalog.ts';
import type { Field } from '../field.ts';
import { imageOrImages, imagePrompt, imageSize, inputImage, inputImages, onImages } from '../fields/imageFields.ts';
import { statedField } from '../fields/observedField.ts';

const jpegOrPng: Field = statedField('output_format', 'string', 'File format of the image.', {
  values: ['jpeg', 'png'],
});

const optimizePrompt: Field = statedField(
  'optimize_prompt_options',
  {
    kind: 'object',
    fields: [statedField('mode', 'string', 'How the prompt is optimized.', { values: ['standard'] })],
  },
  'How the gateway optimizes the prompt before it is used.',
);

/** Interface specification 4.4, "Seedream". For explicit sizes of 5.0 pro it shows only the form. */
export const seedreamFamilies: readonly ModelFamily[] = [
  {
    id: 'seedream-5-lite',
    title: 'Seedream 5.0 lite',
    description: 'Images from text, or from text and up to 14 input images, at 2K, 3K or a size in pixels.',
    ...onImages,
    models: ['seedream-5-0-260128', 'doubao-seedream-5-0-lite-260128'],
    fields: [
      imagePrompt({ max: 600 }),
      imageSize(
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
      ),
      jpegOrPng,
      inputImage,
      inputImages({ max: 14 }),
      optimizePrompt,
    ],
    rules: [imageOrImages],
    sample: { prompt: 'A lighthouse at dawn above a calm sea, watercolor', size: '2K' },
  },
  {
    id: 'seedream-5-pro',
    title: 'Seedream 5.0 pro',
    description: 'Exactly one image per task, from long text, or from text and up to 10 input images.',
    ...onImages,
    models: ['doubao-seedream-5-0-pro-260628'],
    fields: [
      imagePrompt({ min: 1, max: 32_000 }),
      statedField('size', 'string', 'Resolution class, or exact width and height in pixels.', {
        isRequired: true,
        pattern: ['1K|2K|\\d+x\\d+', '1K, 2K or WIDTHxHEIGHT'],
        suggestions: ['1K', '2K', '2048x2048'],
      }),
      { ...jpegOrPng, default: 'jpeg' },
      inputImages({ max: 10 }),
      optimizePrompt,
    ],
    rules: [],
    sample: { prompt: 'A botanical plate of sea lavender with hand-lettered labels', size: '2K' },
  },
  {
    id: 'seedream-4-5',
    title: 'Seedream 4.5',
    description: 'Images from text, or from text and up to 14 input images, at 2K, 4K or a size in pixels.',
    ...onImages,
    models: ['doubao-seedream-4-5-251128'],
    fields: [
      imagePrompt({ max: 600 }),
      imageSize(
        '2K',
        '4K',
        '2048x2048',
        '2304x1728',
        '1728x2304',
        '2560x1440',
        '1440x2560',
        '2496x1664',
        '1664x2496',
        '3024x1296',
      ),
      inputImage,
      inputImages({ max: 14 }),
    ],
    rules: [imageOrImages],
    sample: { prompt: 'A night market in the rain, neon on wet stone', size: '2560x1440' },
  },
];
