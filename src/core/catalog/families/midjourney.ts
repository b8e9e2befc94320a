import type { ModelFamily } from '../catalog.ts';
import { imagePrompt, inputImage, inputImages, onImages } from '../fields/imageFields.ts';

/**
 * Interface specification 1.8 lists the models as `mj_*`, and 4.4 their path. The fields apart from `prompt`, and the
 * identifier in `models`, are observed.
 */
export const midjourney: ModelFamily = {
  id: 'midjourney',
  title: 'Midjourney',
  description: 'Images from text, often several per task. Write parameters such as --ar 3:2 in the prompt.',
  ...onImages,
  models: ['mj_imagine'],
  prefixes: ['mj_'],
  fields: [imagePrompt(), { ...inputImage, typeSource: 'observed' }, { ...inputImages(), typeSource: 'observed' }],
  rules: [],
  sample: { prompt: 'A lighthouse keeper and her cat, linocut --ar 3:2' },
};
