import type { ModelFamily } from '../catalog.ts';
import { imageOrImages, imagePrompt, inputImage, inputImages, onImages } from '../fields/imageFields.ts';
import { statedField, typedField } from '../fields/observedField.ts';
import { maskNeedsImage, sizeInSteps } from '../rules/imageRules.ts';

/** Interface specification 4.4, "gpt-image-2": names and types. Values and ranges are observed. */
export const gptImage2: ModelFamily = {
  id: 'gpt-image-2',
  title: 'GPT Image 2',
  description:
    'Images from text, from images, or by editing the area of a mask. A task has been seen to take four minutes.',
  ...onImages,
  models: ['gpt-image-2'],
  fields: [
    imagePrompt(),
    typedField('size', 'string', 'Width and height in pixels. With `auto` the model decides.', {
      suggestions: ['1024x1024', '1536x1024', '1024x1536', '2048x2048', 'auto'],
      pattern: ['auto|\\d+x\\d+', 'WIDTHxHEIGHT'],
    }),
    typedField('quality', 'string', 'Quality of the image. It also affects the cost.', {
      values: ['auto', 'low', 'medium', 'high'],
    }),
    typedField('background', 'string', 'Background of the subject.', { values: ['auto', 'opaque', 'transparent'] }),
    typedField('output_format', 'string', 'File format of the image.', { values: ['png', 'jpeg', 'webp'] }),
    typedField('output_compression', 'integer', 'Compression in percent, for jpeg and webp.', {
      range: { min: 0, max: 100 },
    }),
    typedField('n', 'integer', 'Number of images.', { range: { min: 1, max: 10 } }),
    inputImage,
    inputImages(),
    statedField('mask', 'string', 'URL or file of a mask. With input images, only the area that it marks is edited.', {
      isMedia: true,
    }),
    typedField('input_fidelity', 'string', 'How closely the result follows the input images.', {
      values: ['low', 'high'],
    }),
    typedField('moderation', 'string', 'How strictly the content is moderated.', { values: ['auto', 'low'] }),
  ],
  rules: [sizeInSteps({ step: 16, longest: 3840, ratio: 3 }), imageOrImages, maskNeedsImage],
  sample: { prompt: 'An isometric cutaway of a lighthouse, each floor furnished', size: '1536x1024', quality: 'low' },
};
