import type { ModelFamily } from '../catalog.ts';
import { endpoints } from '../endpoints.ts';
import {
  imageOrImages,
  imagePrompt,
  imageSize,
  inputImage,
  inputImages,
  jpegOrPng,
  optimizePrompt,
} from '../fields/imageFields.ts';

/** Interface specification 4.4, "Seedream 5.0 lite". */
export const seedream5Lite: ModelFamily = {
  id: 'seedream-5-lite',
  title: 'Seedream 5.0 lite',
  description: 'Images from text, or from text and up to 14 input images, at 2K, 3K or a size in pixels.',
  modality: 'image',
  models: ['seedream-5-0-260128', 'doubao-seedream-5-0-lite-260128'],
  endpoints: [endpoints.images],
  fields: [
    imagePrompt({ max: 600 }),
    imageSize([
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
    ]),
    jpegOrPng,
    inputImage,
    inputImages({ max: 14 }),
    optimizePrompt,
  ],
  rules: [imageOrImages],
  sample: { prompt: 'A lighthouse at dawn above a calm sea, watercolor', size: '2K' },
};
