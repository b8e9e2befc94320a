import type { ModelFamily } from '../catalog.ts';
import { endpoints } from '../endpoints.ts';
import { geminiFields, geminiRules } from '../fields/geminiFields.ts';

/** Interface specification 4.4, "Gemini image models". */
export const gemini3ProImage: ModelFamily = {
  id: 'gemini-3-pro-image',
  title: 'Gemini 3 Pro Image',
  description: 'Images with precise text and detail, from text, or from text and up to 14 input images.',
  modality: 'image',
  models: ['gemini-3-pro-image-preview'],
  endpoints: [endpoints.images],
  fields: geminiFields({ sizes: ['1K', '2K', '4K'] }),
  rules: geminiRules,
  sample: { prompt: 'A poster for a harbor concert with the words "Tide and Brass"', aspect_ratio: '3:4', size: '2K' },
};
