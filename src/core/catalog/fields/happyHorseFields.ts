import type { Field } from '../field.ts';
import { flagType, observedField, textType } from './observedField.ts';
import { videoDuration, videoPrompt, videoSeed } from './videoFields.ts';

/** Fields that the HappyHorse models share. All except text-to-video start from media. */
export const happyHorseFields: readonly Field[] = [
  videoPrompt,
  videoDuration({ range: [3, 15] }),
  observedField('resolution', textType, { description: 'Resolution class.', values: ['720P', '1080P'] }),
  observedField('ratio', textType, {
    description: 'Aspect ratio, as width:height.',
    suggestions: ['16:9', '9:16', '1:1', '4:3', '3:4'],
    pattern: [String.raw`\d+:\d+`, '16:9'],
  }),
  observedField('watermark', flagType, { description: 'Adds a watermark in a corner of the video.' }),
  videoSeed,
];

/** Kinds of input, by their role. */
type HappyHorseInput = 'first_frame' | 'reference_image' | 'video';

export function happyHorseMedia(inputs: readonly HappyHorseInput[]): Field {
  const item = [
    observedField('type', textType, { description: 'What the image or video is used for.', values: inputs }),
    observedField('url', textType, {
      description: 'URL of the image or video.',
      isMedia: true,
      // Observed only for first frames.
      takesData: inputs.includes('first_frame'),
    }),
  ];
  return observedField(
    'media',
    { kind: 'array', items: { kind: 'object', fields: item } },
    { description: 'Input media, each with `type` and `url`.' },
  );
}
