import type { ModelFamily } from '../catalog.ts';
import type { Field } from '../field.ts';
import { imageOrImages, imagePrompt, imageSize, inputImage, inputImages, onImages } from '../fields/imageFields.ts';
import type { Rule } from '../rule.ts';
import { jpegOrPngInput } from '../rules/imageRules.ts';

const ratios = ['1:1', '3:2', '2:3', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'];

/** The models differ in sizes and, as observed, in ratios. */
function geminiFields(sizes: readonly string[], moreRatios: readonly string[] = []): readonly Field[] {
  return [
    imagePrompt({ max: 10_000 }),
    {
      name: 'aspect_ratio',
      type: { kind: 'string' },
      description: 'Width to height.',
      constraints: [
        { kind: 'pattern', pattern: '\\d+:\\d+', form: 'W:H', source: 'specification' },
        {
          kind: 'enum',
          values: [...ratios, ...moreRatios],
          source: 'observed',
          reason: 'The gateway has a list for each model but does not publish it.',
        },
      ],
    },
    imageSize(...sizes),
    inputImage,
    inputImages({ max: 14 }),
  ];
}

const rules: readonly Rule[] = [imageOrImages, jpegOrPngInput];

/** Interface specification 4.4, "Gemini image models". */
export const geminiFamilies: readonly ModelFamily[] = [
  {
    id: 'gemini-2-5-flash-image',
    title: 'Gemini 2.5 Flash Image',
    description: 'Quick images from text, or from text and up to 14 input images.',
    ...onImages,
    models: ['gemini-2.5-flash-image'],
    fields: geminiFields(['512px', '1K', '2K', '4K']),
    rules,
    sample: { prompt: 'A corner bakery at six in the morning, warm light in its windows', aspect_ratio: '3:2' },
  },
  {
    id: 'gemini-3-1-flash-image',
    title: 'Gemini 3.1 Flash Image',
    description:
      'Quick images from text, or from text and up to 14 input images, in very wide and very tall ratios too.',
    ...onImages,
    models: ['gemini-3.1-flash-image-preview'],
    fields: geminiFields(['512px', '1K', '2K', '4K'], ['1:4', '1:8', '4:1', '8:1']),
    rules,
    sample: { prompt: 'A mountain railway crossing a stone viaduct, seen from far away', aspect_ratio: '21:9' },
  },
  {
    id: 'gemini-3-pro-image',
    title: 'Gemini 3 Pro Image',
    description: 'Images with precise text and detail, from text, or from text and up to 14 input images.',
    ...onImages,
    models: ['gemini-3-pro-image-preview'],
    fields: geminiFields(['1K', '2K', '4K']),
    rules,
    sample: {
      prompt: 'A poster for a harbor concert with the words "Tide and Brass"',
      aspect_ratio: '3:4',
      size: '2K',
    },
  },
];
