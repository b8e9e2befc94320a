import type { ModelFamily } from '../catalog.ts';
import { endpoints } from '../endpoints.ts';
import { sizeLike } from '../fields/imageFields.ts';
import { wan27Fields, wan27Rules } from '../fields/wan27Fields.ts';
import { sizeWithin } from '../rules/imageRules.ts';

/** Interface specification 4.4, "Wan 2.7". */
export const wan27Image: ModelFamily = {
  id: 'wan-2-7-image',
  title: 'Wan 2.7 image',
  description: 'Images from text, or from text and up to 14 input images, with control over colors.',
  modality: 'image',
  models: ['wan2.7-image'],
  endpoints: [endpoints.images],
  fields: wan27Fields({
    ...sizeLike('1K|2K|\\d+\\*\\d+', '1K, 2K or WIDTH*HEIGHT'),
    description: 'Resolution class, or exact width and height in pixels. With input images or in sequence: 2K.',
    suggestions: ['1K', '2K', '1024*1024', '1536*864', '2048*2048'],
  }),
  rules: [sizeWithin({ smallest: '768*768', largest: '2048*2048', ratio: 8 }), ...wan27Rules],
  sample: { prompt: 'A glass greenhouse full of orange trees, morning mist outside', size: '1K' },
};
