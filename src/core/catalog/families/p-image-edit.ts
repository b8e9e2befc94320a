import type { ModelFamily } from '../catalog.ts';
import { endpoints } from '../endpoints.ts';
import { imageOrImages, imagePrompt, inputImage, inputImages } from '../fields/imageFields.ts';
import { prunaRatio, prunaSafety, prunaSeed } from '../fields/prunaFields.ts';
import { editNeedsImage } from '../rules/imageRules.ts';

/** Interface specification 4.4, "Pruna models". */
export const pImageEdit: ModelFamily = {
  id: 'p-image-edit',
  title: 'P-Image Edit',
  description: 'Edits up to five images according to a prompt.',
  modality: 'image',
  models: ['prunaai/p-image-edit'],
  endpoints: [endpoints.images],
  fields: [
    imagePrompt(),
    { ...inputImage, typeSource: 'observed' },
    {
      ...inputImages(),
      typeSource: 'observed',
      constraints: [{ kind: 'items', max: 5, source: 'observed' }],
    },
    { ...prunaRatio('match_input_image'), default: 'match_input_image' },
    { name: 'turbo', type: { kind: 'boolean' }, typeSource: 'observed', description: 'Quicker, with less detail.' },
    prunaSeed,
    prunaSafety,
    {
      name: 'extra_fields',
      type: {
        kind: 'object',
        fields: [
          {
            name: 'input',
            type: {
              kind: 'object',
              fields: [
                inputImages(),
                prunaRatio('match_input_image'),
                { name: 'turbo', type: { kind: 'boolean' }, description: 'Quicker, with less detail.' },
                { ...prunaSeed, typeSource: 'specification' },
              ],
            },
            description: 'Alternative to the fields for input images and their parameters.',
          },
        ],
      },
      description: 'Extended parameters.',
    },
  ],
  rules: [editNeedsImage, imageOrImages],
  sample: { images: ['https://example.com/portrait.jpg'], prompt: 'Make it a charcoal drawing' },
};
