import type { ModelFamily } from '../catalog.ts';
import { endpoints } from '../endpoints.ts';
import { imagePrompt, inputImages, jpegOrPng, optimizePrompt, sizeLike } from '../fields/imageFields.ts';

/** Interface specification 4.4, "Seedream 5.0 pro". For explicit sizes it shows only the form. */
export const seedream5Pro: ModelFamily = {
  id: 'seedream-5-pro',
  title: 'Seedream 5.0 pro',
  description: 'Exactly one image per task, from long text, or from text and up to 10 input images.',
  modality: 'image',
  models: ['doubao-seedream-5-0-pro-260628'],
  endpoints: [endpoints.images],
  fields: [
    imagePrompt({ min: 1, max: 32_000 }),
    {
      ...sizeLike('1K|2K|\\d+x\\d+', '1K, 2K or WIDTHxHEIGHT'),
      isRequired: true,
      suggestions: ['1K', '2K', '2048x2048'],
    },
    { ...jpegOrPng, default: 'jpeg' },
    inputImages({ max: 10 }),
    optimizePrompt,
  ],
  rules: [],
  sample: { prompt: 'A botanical plate of sea lavender with hand-lettered labels', size: '2K' },
};
