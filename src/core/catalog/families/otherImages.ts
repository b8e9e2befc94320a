import type { ModelFamily } from '../catalog.ts';
import { endpoints } from '../endpoints.ts';
import { imageOrImages, imagePrompt, inputImage, inputImages, onImages } from '../fields/imageFields.ts';
import { statedField, textType, typedField, wholeType } from '../fields/observedField.ts';
import { maskNeedsImage, sizeInSteps } from '../rules/imageRules.ts';

/** Interface specification 4.4, "Grok-family models". The response to the POST is the result (2.4). */
export const grokImagine: ModelFamily = {
  id: 'grok-imagine',
  title: 'Grok Imagine',
  description: 'One to ten images, returned in the response itself, without a task.',
  modality: 'image',
  models: [
    'grok-imagine-image',
    'grok-imagine-image-quality',
    'grok-imagine-image-2026-03-02',
    'grok-imagine-image-pro',
    'grok-imagine-image-quality-20260403',
    'grok-imagine-image-quality-latest',
  ],
  endpoints: [endpoints.imagesAtOnce],
  fields: [
    imagePrompt(),
    {
      name: 'aspect_ratio',
      type: textType,
      description: 'Width to height.',
      constraints: [
        {
          kind: 'pattern',
          pattern: '\\d+(?:\\.\\d+)?:\\d+(?:\\.\\d+)?|auto',
          form: 'W:H',
          source: 'specification',
          reason: '`auto` has been seen to be accepted as well.',
        },
        {
          kind: 'enum',
          values: [
            '1:1',
            '3:4',
            '4:3',
            '9:16',
            '16:9',
            '2:3',
            '3:2',
            '9:19.5',
            '19.5:9',
            '9:20',
            '20:9',
            '1:2',
            '2:1',
            'auto',
          ],
          source: 'observed',
        },
      ],
    },
    statedField('resolution', textType, 'Resolution class.', { values: ['1k', '2k'] }),
    statedField('n', wholeType, 'Number of images.', { range: { min: 1, max: 10 } }),
    typedField('response_format', textType, 'How the images are returned: as URLs, or inside the response.', {
      values: ['url', 'b64_json'],
    }),
  ],
  rules: [],
  sample: { prompt: 'A fox asleep in a library armchair, ink and gouache', aspect_ratio: '4:3', resolution: '1k' },
};

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
    typedField('size', textType, 'Width and height in pixels. With `auto` the model decides.', {
      suggestions: ['1024x1024', '1536x1024', '1024x1536', '2048x2048', 'auto'],
      pattern: ['auto|\\d+x\\d+', 'WIDTHxHEIGHT'],
    }),
    typedField('quality', textType, 'Quality of the image. It also affects the cost.', {
      values: ['auto', 'low', 'medium', 'high'],
    }),
    typedField('background', textType, 'Background of the subject.', { values: ['auto', 'opaque', 'transparent'] }),
    typedField('output_format', textType, 'File format of the image.', { values: ['png', 'jpeg', 'webp'] }),
    typedField('output_compression', wholeType, 'Compression in percent, for jpeg and webp.', {
      range: { min: 0, max: 100 },
    }),
    typedField('n', wholeType, 'Number of images.', { range: { min: 1, max: 10 } }),
    inputImage,
    inputImages(),
    statedField('mask', textType, 'URL or file of a mask. With input images, only the area that it marks is edited.', {
      isMedia: true,
    }),
    typedField('input_fidelity', textType, 'How closely the result follows the input images.', {
      values: ['low', 'high'],
    }),
    typedField('moderation', textType, 'How strictly the content is moderated.', { values: ['auto', 'low'] }),
  ],
  rules: [sizeInSteps({ step: 16, longest: 3840, ratio: 3 }), imageOrImages, maskNeedsImage],
  sample: { prompt: 'An isometric cutaway of a lighthouse, each floor furnished', size: '1536x1024', quality: 'low' },
};

/**
 * Interface specification 1.8 lists the models as `mj_*`, and 4.4 their path. The fields apart from `prompt`, and the
 * identifier in `models`, are observed.
 */
export const midjourney: ModelFamily = {
  id: 'midjourney',
  title: 'Midjourney',
  description: 'Images from text, often several per task. Write parameters such as --ar 3:2 in the prompt.',
  ...onImages,
  models: ['mj_imagine'],
  prefixes: ['mj_'],
  fields: [imagePrompt(), { ...inputImage, typeSource: 'observed' }, { ...inputImages(), typeSource: 'observed' }],
  rules: [],
  sample: { prompt: 'A lighthouse keeper and her cat, linocut --ar 3:2' },
};
