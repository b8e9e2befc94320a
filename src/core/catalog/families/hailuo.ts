import type { ModelFamily } from '../catalog.ts';
import type { Field } from '../field.ts';
import { observedField, observedObject } from '../fields/observedField.ts';
import { needsPrompt, onVideos, videoDuration, videoPrompt } from '../fields/videoFields.ts';
import { fullHdLength, imageToVideoOnly } from '../rules/videoRules.ts';

function hailuoFields(...sizes: readonly string[]): readonly Field[] {
  return [
    videoPrompt,
    videoDuration({ values: [6, 10] }),
    observedField('size', 'string', 'Resolution class.', { values: sizes }),
    observedObject('metadata', 'The image to start from.', [
      observedField('first_frame_image', 'string', 'URL of the image that the video starts with.', { isMedia: true }),
    ]),
  ];
}

/** Interface specification 1.8 names the models and 4.5 the path. The fields are observed. */
export const hailuoFamilies: readonly ModelFamily[] = [
  {
    id: 'hailuo-2-3',
    title: 'MiniMax Hailuo 2.3',
    description:
      'Video of 6 or 10 seconds from text, or from text and a first frame, at 768p or 1080p. Fields that it does not know are rejected.',
    ...onVideos,
    models: ['MiniMax-Hailuo-2.3'],
    fields: hailuoFields('768p', '1080p'),
    rules: [needsPrompt, fullHdLength],
    sample: { prompt: 'A dancer turns under falling petals, slow motion', duration: 6, size: '768p' },
  },
  {
    id: 'hailuo-2-3-fast',
    title: 'MiniMax Hailuo 2.3 Fast',
    description: 'Video of 6 or 10 seconds that starts from an image. Fields that it does not know are rejected.',
    ...onVideos,
    models: ['MiniMax-Hailuo-2.3-Fast'],
    fields: hailuoFields('768p', '1080p'),
    rules: [imageToVideoOnly('metadata.first_frame_image'), fullHdLength],
    sample: {
      prompt: 'The waves begin to move, gulls pass by',
      duration: 6,
      size: '768p',
      metadata: { first_frame_image: 'https://example.com/harbor.jpg' },
    },
  },
  {
    id: 'hailuo-02',
    title: 'MiniMax Hailuo 02',
    description:
      'Video of 6 or 10 seconds from text, or from text and a first frame, from 512p to 1080p. Fields that it does not know are rejected.',
    ...onVideos,
    models: ['MiniMax-Hailuo-02'],
    fields: hailuoFields('512p', '768p', '1080p'),
    rules: [needsPrompt, fullHdLength],
    sample: { prompt: 'A fox trots through fresh snow and looks into the camera', duration: 6, size: '512p' },
  },
];
