import { endpoints } from '../endpoints.ts';
import type { Field } from '../field.ts';
import type { Rule } from '../rule.ts';
import { type Bounds, statedField, textsType } from './observedField.ts';

export const onImages = { modality: 'image', endpoints: [endpoints.images] } as const;

/** `model` and `prompt` are always required (interface specification 4.4). Most models limit the length. */
export function imagePrompt(length?: Bounds): Field {
  const description = 'What the image shows. With input images: what to change or how to combine them.';
  return statedField('prompt', 'string', description, { isRequired: true, isProse: true, length });
}

export const inputImage: Field = statedField(
  'image',
  'string',
  'URL or file of one input image. Makes the job image-to-image.',
  { isMedia: true },
);

/** Input images. They make the job image-to-image. */
export function inputImages(items?: Bounds): Field {
  const description = 'URLs or files of the input images. Make the job image-to-image.';
  return statedField('images', textsType, description, { isMedia: true, items });
}

/** The specification lists `image / images` as two spellings of one input. The effect of both together is unknown. */
export const imageOrImages: Rule = {
  kind: 'exclusive',
  fields: ['image', 'images'],
  source: 'observed',
  reason: 'Both set the input, and it is unknown which of them the gateway uses.',
};

export function imageSize(...values: readonly string[]): Field {
  return statedField('size', 'string', 'Resolution class, or exact width and height in pixels.', { values });
}

export const imageSeed: Field = statedField(
  'seed',
  'integer',
  'The same seed and fields produce a similar image again.',
);
