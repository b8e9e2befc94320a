import type { ModelFamily } from '../catalog.ts';
import type { Field } from '../field.ts';
import { imageOrImages, imagePrompt, imageSeed, inputImage, inputImages, onImages } from '../fields/imageFields.ts';
import { observedField, statedField } from '../fields/observedField.ts';
import { edgesNeedCustom, editNeedsImage } from '../rules/imageRules.ts';

/** The interface specification shows only names. Types and values are observed. */
function prunaRatio(further: string): Field {
  const suggestions = ['1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3', further];
  return observedField('aspect_ratio', 'string', 'Width to height.', { suggestions });
}

function prunaEdge(name: 'width' | 'height'): Field {
  const description = 'In pixels, in steps of 16. It has an effect only with `aspect_ratio: custom`.';
  return observedField(name, 'integer', description, { range: { min: 256, max: 1440 } });
}

const seed: Field = { ...imageSeed, typeSource: 'observed' };

const safety: Field = observedField(
  'disable_safety_checker',
  'boolean',
  'Skips the safety check of the finished image.',
);

const turbo: Field = statedField('turbo', 'boolean', 'Quicker, with less detail.');

/** Interface specification 4.4, "Pruna models". */
export const prunaFamilies: readonly ModelFamily[] = [
  {
    id: 'p-image',
    title: 'P-Image',
    description: 'Very quick images from text.',
    ...onImages,
    models: ['prunaai/p-image'],
    fields: [
      imagePrompt(),
      prunaRatio('custom'),
      observedField('size', 'string', 'Size of the image.'),
      prunaEdge('width'),
      prunaEdge('height'),
      seed,
      safety,
    ],
    rules: [edgesNeedCustom],
    sample: { prompt: 'A tin robot watering tulips on a balcony', aspect_ratio: '4:3' },
  },
  {
    id: 'p-image-edit',
    title: 'P-Image Edit',
    description: 'Edits up to five images according to a prompt.',
    ...onImages,
    models: ['prunaai/p-image-edit'],
    fields: [
      imagePrompt(),
      { ...inputImage, typeSource: 'observed' },
      { ...inputImages(), typeSource: 'observed', constraints: [{ kind: 'items', max: 5, source: 'observed' }] },
      { ...prunaRatio('match_input_image'), default: 'match_input_image' },
      { ...turbo, typeSource: 'observed' },
      seed,
      safety,
      statedField(
        'extra_fields',
        {
          kind: 'object',
          fields: [
            statedField(
              'input',
              { kind: 'object', fields: [inputImages(), prunaRatio('match_input_image'), turbo, imageSeed] },
              'Alternative to the fields for input images and their parameters.',
            ),
          ],
        },
        'Extended parameters.',
      ),
    ],
    rules: [editNeedsImage, imageOrImages],
    sample: { images: ['https://example.com/portrait.jpg'], prompt: 'Make it a charcoal drawing' },
  },
];
