import type { ModelFamily } from '../catalog.ts';
import type { Field } from '../field.ts';
import {
  imageOrImages,
  imagePrompt,
  imageSeed,
  imageSize,
  inputImage,
  inputImages,
  onImages,
} from '../fields/imageFields.ts';
import { type FieldDetails, observedField, statedField, textsType, typedField } from '../fields/observedField.ts';
import {
  needs,
  needsPrompt,
  negativePrompt,
  onVideos,
  resolutionClass,
  videoDuration,
  videoPrompt,
  videoSeed,
} from '../fields/videoFields.ts';
import type { Rule } from '../rule.ts';
import {
  boxesNeedImages,
  boxesOfFour,
  largeSizeNeedsText,
  noInputImages,
  notWithSequential,
  sizeWithin,
  smallSizeNeedsText,
} from '../rules/imageRules.ts';

const paletteColor: readonly Field[] = [
  typedField('hex', 'string', 'The color in quotes, such as "#1E90FF". Without quotes, # starts a comment.', {
    isRequired: true,
    pattern: ['#?[0-9A-Fa-f]{6}', '#RRGGBB'],
  }),
  statedField('ratio', 'string', 'Share of the color in the image.', {
    isRequired: true,
    pattern: ['\\d+(?:\\.\\d+)?\\s*%', '40%'],
  }),
];

/** The two models of Wan 2.7 differ in their sizes. */
function wan27Fields(size: Pick<FieldDetails, 'pattern' | 'suggestions'>): readonly Field[] {
  return [
    imagePrompt(),
    statedField(
      'size',
      'string',
      'Resolution class, or exact width and height in pixels. With input images or in sequence: 2K.',
      size,
    ),
    inputImage,
    inputImages({ max: 14 }),
    statedField('enable_sequential', 'boolean', 'Generates a sequence of related images.', {
      aliases: ['enableSequential'],
    }),
    statedField(
      'color_palette',
      { kind: 'array', items: { kind: 'object', fields: paletteColor } },
      'Colors of the image and their shares. Not with `enable_sequential: true`.',
      { aliases: ['colorPalette'] },
    ),
    statedField(
      'bbox_list',
      { kind: 'array', items: { kind: 'array', items: { kind: 'array', items: { kind: 'integer' } } } },
      'For each input image a list of boxes, each of four whole numbers. Only with input images.',
      { aliases: ['bboxList'] },
    ),
    observedField('thinking_mode', 'boolean', 'Thinks about the prompt first. Not with `enable_sequential: true`.', {
      aliases: ['thinkingMode'],
    }),
    { ...imageSeed, constraints: [{ kind: 'range', min: 0, max: 2_147_483_647, source: 'observed' }] },
  ];
}

const wan27Rules: readonly Rule[] = [
  imageOrImages,
  smallSizeNeedsText,
  notWithSequential('thinking_mode'),
  notWithSequential('color_palette'),
  boxesNeedImages,
  boxesOfFour,
];

/** The fields that both image models of Wan 2.6 accept. */
const wan26ImageFields: readonly Field[] = [
  imagePrompt({ max: 2000 }),
  imageSize('1280*1280', '800*1200', '1200*800', '960*1280', '1280*960', '720*1280', '1280*720', '1344*576'),
  statedField('negative_prompt', 'string', 'What to avoid in the image.', { isProse: true, length: { max: 500 } }),
  statedField('prompt_extend', 'boolean', 'Lets the gateway expand the prompt.'),
  imageSeed,
];

/** Interface specification 4.4, "Wan 2.7" and "Wan 2.6". */
export const wanImageFamilies: readonly ModelFamily[] = [
  {
    id: 'wan-2-7-image',
    title: 'Wan 2.7 image',
    description: 'Images from text, or from text and up to 14 input images, with control over colors.',
    ...onImages,
    models: ['wan2.7-image'],
    fields: wan27Fields({
      pattern: ['1K|2K|\\d+\\*\\d+', '1K, 2K or WIDTH*HEIGHT'],
      suggestions: ['1K', '2K', '1024*1024', '1536*864', '2048*2048'],
    }),
    rules: [sizeWithin({ smallest: '768*768', largest: '2048*2048', ratio: 8 }), ...wan27Rules],
    sample: { prompt: 'A glass greenhouse full of orange trees, morning mist outside', size: '1K' },
  },
  {
    id: 'wan-2-7-image-pro',
    title: 'Wan 2.7 image pro',
    description: 'Images up to 4K from text, or at 2K from text and up to 14 input images.',
    ...onImages,
    models: ['wan2.7-image-pro'],
    fields: wan27Fields({
      pattern: ['1K|2K|4K|\\d+\\*\\d+', '1K, 2K, 4K or WIDTH*HEIGHT'],
      suggestions: ['1K', '2K', '4K', '2048*2048', '4096*4096'],
    }),
    rules: [sizeWithin({ largest: '4096*4096' }), largeSizeNeedsText, ...wan27Rules],
    sample: { prompt: 'A cathedral of ice under the northern lights, tiny skiers for scale', size: '2K' },
  },
  {
    id: 'wan-2-6-t2i',
    title: 'Wan 2.6 text to image',
    description: 'Images only from text.',
    ...onImages,
    models: ['wan2.6-t2i'],
    fields: wan26ImageFields,
    rules: [noInputImages],
    sample: { prompt: 'A paper boat on a canal between tall brick houses', size: '1280*960' },
  },
  {
    id: 'wan-2-6-image',
    title: 'Wan 2.6 image to image',
    description: 'Images from input images and a prompt that says how to change them.',
    ...onImages,
    models: ['wan2.6-image'],
    fields: [inputImage, inputImages({ min: 1 }), ...wan26ImageFields],
    rules: [{ kind: 'one-of', fields: ['image', 'images'], source: 'specification' }, imageOrImages],
    sample: { image: 'https://example.com/portrait.jpg', prompt: 'The same scene in winter, under fresh snow' },
  },
];

/** The video models of Wan 2.6 differ in their input media. */
const videoFields: readonly Field[] = [
  videoPrompt,
  videoDuration({ values: [5, 10, 15] }),
  resolutionClass('720P', '1080P'),
  observedField('size', 'string', 'Width*height in pixels. Use it instead of `resolution`.', {
    suggestions: ['1280*720', '720*1280', '960*960', '1920*1080', '1080*1920'],
    pattern: [String.raw`\d+\*\d+`, '1280*720'],
  }),
  observedField('shot_type', 'string', 'One shot, or several with cuts.', { values: ['single', 'multi'] }),
  observedField('prompt_extend', 'boolean', 'Lets the gateway expand the prompt before it is used.'),
  negativePrompt,
  observedField('audio_url', 'string', 'URL of the audio of the video.', { isMedia: true }),
  videoSeed,
];

const resolutionOrSize: Rule = { kind: 'exclusive', fields: ['resolution', 'size'], source: 'observed' };

/** Interface specification 1.8 names the models and 4.5 the path. The fields are observed. */
export const wanVideoFamilies: readonly ModelFamily[] = [
  {
    id: 'wan-2-6-t2v',
    title: 'Wan 2.6 text to video',
    description: 'Video of 5, 10 or 15 seconds from text, in one shot or several.',
    ...onVideos,
    models: ['wan2.6-t2v'],
    fields: videoFields,
    rules: [needsPrompt, resolutionOrSize],
    sample: { prompt: 'A gardener waters roof-top herbs while the city wakes up', duration: 5, size: '1280*720' },
  },
  {
    id: 'wan-2-6-i2v',
    title: 'Wan 2.6 image to video',
    description: 'Video of 5, 10 or 15 seconds that starts from an image.',
    ...onVideos,
    models: ['wan2.6-i2v'],
    fields: [
      observedField('img_url', 'string', 'URL of the image that the video starts with.', {
        isMedia: true,
        takesData: true,
      }),
      ...videoFields,
    ],
    rules: [needs('img_url'), resolutionOrSize],
    sample: {
      img_url: 'https://example.com/portrait.jpg',
      prompt: 'He looks up from his book as the lamp begins to flicker',
      duration: 5,
      resolution: '720P',
    },
  },
  {
    id: 'wan-2-6-r2v',
    title: 'Wan 2.6 reference to video',
    description: 'Video that shows the subjects of reference videos in a new scene.',
    ...onVideos,
    models: ['wan2.6-r2v'],
    fields: [
      observedField(
        'reference_video_urls',
        textsType,
        'URLs of up to 3 videos. The prompt calls their subjects `character1`, `character2` and so on.',
        { items: { min: 1, max: 3 }, isMedia: true },
      ),
      ...videoFields,
    ],
    rules: [needsPrompt, needs('reference_video_urls'), resolutionOrSize],
    sample: {
      reference_video_urls: ['https://example.com/actor.mp4'],
      prompt: 'character1 walks through a night market and tastes a dumpling',
      duration: 5,
      size: '1280*720',
    },
  },
];
