import type { ModelFamily } from '../catalog.ts';
import { endpoints } from '../endpoints.ts';
import { imageOrImages, inputImage, inputImages } from '../fields/imageFields.ts';
import { wan26ImageFields } from '../fields/wan26ImageFields.ts';

/** Interface specification 4.4, "Wan 2.6". */
export const wan26Image: ModelFamily = {
  id: 'wan-2-6-image',
  title: 'Wan 2.6 image to image',
  description: 'Images from input images and a prompt that says how to change them.',
  modality: 'image',
  models: ['wan2.6-image'],
  endpoints: [endpoints.images],
  fields: [inputImage, inputImages({ min: 1 }), ...wan26ImageFields],
  rules: [{ kind: 'one-of', fields: ['image', 'images'], source: 'specification' }, imageOrImages],
  sample: { image: 'https://example.com/portrait.jpg', prompt: 'The same scene in winter, under fresh snow' },
};
