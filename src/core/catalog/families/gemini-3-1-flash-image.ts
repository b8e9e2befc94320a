import type { ModelFamily } from '../catalog.ts';
import { endpoints } from '../endpoints.ts';
import { geminiFields, geminiRules } from '../fields/geminiFields.ts';

/** Interface specification 4.4, "Gemini image models". */
export const gemini31FlashImage: ModelFamily = {
  id: 'gemini-3-1-flash-image',
  title: 'Gemini 3.1 Flash Image',
  description: 'Quick images from text, or from text and up to 14 input images, in very wide and very tall ratios too.',
  modality: 'image',
  models: ['gemini-3.1-flash-image-preview'],
  endpoints: [endpoints.images],
  fields: geminiFields({ sizes: ['512px', '1K', '2K', '4K'], moreRatios: ['1:4', '1:8', '4:1', '8:1'] }),
  rules: geminiRules,
  sample: { prompt: 'A mountain railway crossing a stone viaduct, seen from far away', aspect_ratio: '21:9' },
};
