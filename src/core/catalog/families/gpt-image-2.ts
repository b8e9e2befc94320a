import type { ModelFamily } from '../catalog.ts';
import { endpoints } from '../endpoints.ts';
import type { Field } from '../field.ts';
import { imageOrImages, imagePrompt, inputImage, inputImages } from '../fields/imageFields.ts';
import { maskNeedsImage, sizeInSteps } from '../rules/imageRules.ts';

function choice(name: string, description: string, values: readonly string[]): Field {
  return {
    name,
    type: { kind: 'string' },
    description,
    constraints: [{ kind: 'enum', values, source: 'observed' }],
  };
}

/** Interface specification 4.4, "gpt-image-2": names and types. Values and ranges are observed. */
export const gptImage2: ModelFamily = {
  id: 'gpt-image-2',
  title: 'GPT Image 2',
  description:
    'Images from text, from images, or by editing the area of a mask. A task has been seen to take four minutes.',
  modality: 'image',
  models: ['gpt-image-2'],
  endpoints: [endpoints.images],
  fields: [
    imagePrompt(),
    {
      name: 'size',
      type: { kind: 'string' },
      description: 'Width and height in pixels. With `auto` the model decides.',
      suggestions: ['1024x1024', '1536x1024', '1024x1536', '2048x2048', 'auto'],
      constraints: [{ kind: 'pattern', pattern: 'auto|\\d+x\\d+', form: 'WIDTHxHEIGHT', source: 'observed' }],
    },
    choice('quality', 'Quality of the image. It also affects the cost.', ['auto', 'low', 'medium', 'high']),
    choice('background', 'Background of the subject.', ['auto', 'opaque', 'transparent']),
    choice('output_format', 'File format of the image.', ['png', 'jpeg', 'webp']),
    {
      name: 'output_compression',
      type: { kind: 'integer' },
      description: 'Compression in percent, for jpeg and webp.',
      constraints: [{ kind: 'range', min: 0, max: 100, source: 'observed' }],
    },
    {
      name: 'n',
      type: { kind: 'integer' },
      description: 'Number of images.',
      constraints: [{ kind: 'range', min: 1, max: 10, source: 'observed' }],
    },
    inputImage,
    inputImages(),
    {
      name: 'mask',
      type: { kind: 'string' },
      isMedia: true,
      description: 'URL or file of a mask. With input images, only the area that it marks is edited.',
    },
    choice('input_fidelity', 'How closely the result follows the input images.', ['low', 'high']),
    choice('moderation', 'How strictly the content is moderated.', ['auto', 'low']),
  ],
  rules: [sizeInSteps({ step: 16, longest: 3840, ratio: 3 }), imageOrImages, maskNeedsImage],
  sample: { prompt: 'An isometric cutaway of a lighthouse, each floor furnished', size: '1536x1024', quality: 'low' },
};
