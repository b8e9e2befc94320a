import type { ModelFamily } from '../catalog.ts';
import { endpoints } from '../endpoints.ts';
import { sizeLike } from '../fields/imageFields.ts';
import { wan27Fields, wan27Rules } from '../fields/wan27Fields.ts';
import { largeSizeNeedsText, sizeWithin } from '../rules/imageRules.ts';

/** Interface specification 4.4, "Wan 2.7". */
export const wan27ImagePro: ModelFamily = {
  id: 'wan-2-7-image-pro',
  title: 'Wan 2.7 image pro',
  description: 'Images up to 4K from text, or at 2K from text and up to 14 input images.',
  modality: 'image',
  models: ['wan2.7-image-pro'],
  endpoints: [endpoints.images],
  fields: wan27Fields({
    ...sizeLike('1K|2K|4K|\\d+\\*\\d+', '1K, 2K, 4K or WIDTH*HEIGHT'),
    description: 'Resolution class, or exact width and height in pixels. With input images or in sequence: 2K.',
    suggestions: ['1K', '2K', '4K', '2048*2048', '4096*4096'],
  }),
  rules: [sizeWithin({ largest: '4096*4096' }), largeSizeNeedsText, ...wan27Rules],
  sample: { prompt: 'A cathedral of ice under the northern lights, tiny skiers for scale', size: '2K' },
};
