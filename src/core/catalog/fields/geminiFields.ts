import type { Field } from '../field.ts';
import type { Rule } from '../rule.ts';
import { jpegOrPngInput } from '../rules/imageRules.ts';
import { imageOrImages, imagePrompt, imageSize, inputImage, inputImages } from './imageFields.ts';

const ratios = ['1:1', '3:2', '2:3', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'];

/** Interface specification 4.4, "Gemini image models". They differ in sizes and, as observed, in ratios. */
export function geminiFields({
  sizes,
  moreRatios = [],
}: {
  readonly sizes: readonly string[];
  readonly moreRatios?: readonly string[];
}): readonly Field[] {
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
    imageSize(sizes),
    inputImage,
    inputImages({ max: 14 }),
  ];
}

export const geminiRules: readonly Rule[] = [imageOrImages, jpegOrPngInput];
