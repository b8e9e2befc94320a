import type { ModelFamily } from '../catalog.ts';
import { endpoints } from '../endpoints.ts';
import { wan26ImageFields } from '../fields/wan26ImageFields.ts';
import { noInputImages } from '../rules/imageRules.ts';

/** Interface specification 4.4, "Wan 2.6". */
export const wan26TextToImage: ModelFamily = {
  id: 'wan-2-6-t2i',
  title: 'Wan 2.6 text to image',
  description: 'Images only from text.',
  modality: 'image',
  models: ['wan2.6-t2i'],
  endpoints: [endpoints.images],
  fields: wan26ImageFields,
  rules: [noInputImages],
  sample: { prompt: 'A paper boat on a canal between tall brick houses', size: '1280*960' },
};
