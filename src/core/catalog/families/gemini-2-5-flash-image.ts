import type { ModelFamily } from '../catalog.ts';
import { endpoints } from '../endpoints.ts';
import { geminiFields, geminiRules } from '../fields/geminiFields.ts';

/** Interface specification 4.4, "Gemini image models". */
export const gemini25FlashImage: ModelFamily = {
  id: 'gemini-2-5-flash-image',
  title: 'Gemini 2.5 Flash Image',
  description: 'Quick images from text, or from text and up to 14 input images.',
  modality: 'image',
  models: ['gemini-2.5-flash-image'],
  endpoints: [endpoints.images],
  fields: geminiFields({ sizes: ['512px', '1K', '2K', '4K'] }),
  rules: geminiRules,
  sample: { prompt: 'A corner bakery at six in the morning, warm light in its windows', aspect_ratio: '3:2' },
};
