import type { ModelFamily } from '../catalog.ts';
import { endpoints } from '../endpoints.ts';
import { imageOrImages, imagePrompt, imageSize, inputImage, inputImages } from '../fields/imageFields.ts';

/** Interface specification 4.4, "Seedream 4.5". */
export const seedream45: ModelFamily = {
  id: 'seedream-4-5',
  title: 'Seedream 4.5',
  description: 'Images from text, or from text and up to 14 input images, at 2K, 4K or a size in pixels.',
  modality: 'image',
  models: ['doubao-seedream-4-5-251128'],
  endpoints: [endpoints.images],
  fields: [
    imagePrompt({ max: 600 }),
    imageSize([
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
    ]),
    inputImage,
    inputImages({ max: 14 }),
  ],
  rules: [imageOrImages],
  sample: { prompt: 'A night market in the rain, neon on wet stone', size: '2560x1440' },
};
