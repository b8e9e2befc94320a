import type { Field } from '../field.ts';
import { observedField, observedObject, textType } from './observedField.ts';
import { videoDuration, videoPrompt } from './videoFields.ts';

/** Fields of the MiniMax Hailuo models, which differ in the sizes that they are known to accept. */
export function hailuoFields(sizes: readonly string[]): readonly Field[] {
  return [
    videoPrompt,
    videoDuration({ values: [6, 10] }),
    observedField('size', textType, { description: 'Resolution class.', values: sizes }),
    observedObject('metadata', 'The image to start from.', [
      observedField('first_frame_image', textType, {
        description: 'URL of the image that the video starts with.',
        isMedia: true,
      }),
    ]),
  ];
}
