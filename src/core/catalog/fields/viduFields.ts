import type { Field } from '../field.ts';
import { observedField, observedObject, textsType, textType } from './observedField.ts';
import { ratioAsSize, videoDuration, videoPrompt } from './videoFields.ts';

/** Fields that all Vidu models accept. The models differ in their lengths, and in whether they accept images. */
export function viduFields(duration: Parameters<typeof videoDuration>[0]): readonly Field[] {
  return [
    videoPrompt,
    videoDuration(duration),
    ratioAsSize(['16:9', '9:16', '1:1']),
    observedObject('metadata', 'Further settings.', [
      observedField('resolution', textType, { description: 'Resolution class.', values: ['540p', '720p', '1080p'] }),
    ]),
  ];
}

export const viduImages: Field = observedField('images', textsType, {
  description: 'URLs of one or two input images: the first frame, and the last.',
  items: [1, 2],
  isMedia: true,
});
