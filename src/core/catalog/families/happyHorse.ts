import type { ModelFamily } from '../catalog.ts';
import type { Field } from '../field.ts';
import { observedField } from '../fields/observedField.ts';
import {
  needs,
  needsPrompt,
  onVideos,
  resolutionClass,
  videoDuration,
  videoPrompt,
  videoRatio,
  videoSeed,
} from '../fields/videoFields.ts';

const happyHorseFields: readonly Field[] = [
  videoPrompt,
  videoDuration({ range: { min: 3, max: 15 } }),
  resolutionClass('720P', '1080P'),
  videoRatio('ratio'),
  observedField('watermark', 'boolean', 'Adds a watermark in a corner of the video.'),
  videoSeed,
];

/** All models except text-to-video start from media. `inputs` are the roles of media. */
function inputMedia(...inputs: readonly ('first_frame' | 'reference_image' | 'video')[]): Field {
  const item = [
    observedField('type', 'string', 'What the image or video is used for.', { values: inputs }),
    observedField('url', 'string', 'URL of the image or video.', {
      isMedia: true,
      // Observed only for first frames.
      takesData: inputs.includes('first_frame'),
    }),
  ];
  const type = { kind: 'array', items: { kind: 'object', fields: item } } as const;
  return observedField('media', type, 'Input media, each with `type` and `url`.');
}

/** Interface specification 1.8 names the models and 4.5 the path. The fields are observed. */
export const happyHorseFamilies: readonly ModelFamily[] = [
  {
    id: 'happyhorse-t2v',
    title: 'HappyHorse text to video',
    description: 'Video of 3 to 15 seconds from text, at 720p or 1080p.',
    ...onVideos,
    models: ['happyhorse-1.0-t2v'],
    fields: happyHorseFields,
    rules: [needsPrompt],
    sample: { prompt: 'A wooden toy horse gallops across a desk', duration: 3, resolution: '720P', ratio: '16:9' },
  },
  {
    id: 'happyhorse-i2v',
    title: 'HappyHorse image to video',
    description: 'Video of 3 to 15 seconds that starts from an image.',
    ...onVideos,
    models: ['happyhorse-1.0-i2v'],
    fields: [inputMedia('first_frame'), ...happyHorseFields],
    rules: [needs('media')],
    sample: {
      media: [{ type: 'first_frame', url: 'https://example.com/meadow.jpg' }],
      prompt: 'The grass bends in the wind and a rider comes into view',
      duration: 3,
      resolution: '720P',
    },
  },
  {
    id: 'happyhorse-r2v',
    title: 'HappyHorse reference to video',
    description: 'Video that shows the subjects of reference images in a new scene.',
    ...onVideos,
    models: ['happyhorse-1.0-r2v'],
    fields: [inputMedia('reference_image'), ...happyHorseFields],
    rules: [needsPrompt, needs('media')],
    sample: {
      media: [{ type: 'reference_image', url: 'https://example.com/hat.jpg' }],
      prompt: 'A magician pulls a lamp out of the hat, applause',
      duration: 3,
      resolution: '720P',
      ratio: '16:9',
    },
  },
  {
    id: 'happyhorse-video-edit',
    title: 'HappyHorse video edit',
    description: 'Edits a video according to the prompt, with images that show how new things look.',
    ...onVideos,
    models: ['happyhorse-1.0-video-edit'],
    fields: [
      inputMedia('video', 'reference_image'),
      ...happyHorseFields,
      observedField('audio_setting', 'string', 'Audio of the result. `origin` keeps the original.', {
        suggestions: ['auto', 'origin'],
      }),
    ],
    rules: [needsPrompt, needs('media')],
    sample: {
      media: [{ type: 'video', url: 'https://example.com/street.mp4' }],
      prompt: 'Make it winter: snow on the roofs, breath in the air',
      resolution: '720P',
    },
  },
];
