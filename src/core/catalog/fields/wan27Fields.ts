import type { Field } from '../field.ts';
import type { Rule } from '../rule.ts';
import { boxesNeedImages, boxesOfFour, notWithSequential, smallSizeNeedsText } from '../rules/imageRules.ts';
import { imageOrImages, imagePrompt, imageSeed, inputImage, inputImages } from './imageFields.ts';

const palette: Field = {
  name: 'color_palette',
  aliases: ['colorPalette'],
  type: {
    kind: 'array',
    items: {
      kind: 'object',
      fields: [
        {
          name: 'hex',
          type: { kind: 'string' },
          isRequired: true,
          description: 'The color in quotes, such as "#1E90FF". Without quotes, # starts a comment.',
          constraints: [{ kind: 'pattern', pattern: '#?[0-9A-Fa-f]{6}', form: '#RRGGBB', source: 'observed' }],
        },
        {
          name: 'ratio',
          type: { kind: 'string' },
          isRequired: true,
          description: 'Share of the color in the image.',
          constraints: [
            {
              kind: 'pattern',
              pattern: '\\d+(?:\\.\\d+)?\\s*%',
              form: '40%',
              source: 'specification',
            },
          ],
        },
      ],
    },
  },
  description: 'Colors of the image and their shares. Not with `enable_sequential: true`.',
};

/** Interface specification 4.4, "Wan 2.7". The two models differ in their sizes. */
export function wan27Fields(size: Field): readonly Field[] {
  return [
    imagePrompt(),
    size,
    inputImage,
    inputImages({ max: 14 }),
    {
      name: 'enable_sequential',
      aliases: ['enableSequential'],
      type: { kind: 'boolean' },
      description: 'Generates a sequence of related images.',
    },
    palette,
    {
      name: 'bbox_list',
      aliases: ['bboxList'],
      type: { kind: 'array', items: { kind: 'array', items: { kind: 'array', items: { kind: 'integer' } } } },
      description: 'For each input image a list of boxes, each of four whole numbers. Only with input images.',
    },
    {
      name: 'thinking_mode',
      aliases: ['thinkingMode'],
      type: { kind: 'boolean' },
      typeSource: 'observed',
      description: 'Thinks about the prompt first. Not with `enable_sequential: true`.',
    },
    { ...imageSeed, constraints: [{ kind: 'range', min: 0, max: 2_147_483_647, source: 'observed' }] },
  ];
}

export const wan27Rules: readonly Rule[] = [
  imageOrImages,
  smallSizeNeedsText,
  notWithSequential('thinking_mode'),
  notWithSequential('color_palette'),
  boxesNeedImages,
  boxesOfFour,
];
