import type { Field } from '../field.ts';
import { flagType, observedField, observedObject, textsType, textType } from './observedField.ts';
import { videoDuration, videoPrompt } from './videoFields.ts';

/** Fields of the Seedance models, which differ in the resolutions that they are known to accept. */
export function seedanceFields(resolutions: readonly string[]): readonly Field[] {
  return [
    videoPrompt,
    videoDuration({ range: [4, 15], default: 5 }),
    observedObject('metadata', 'Settings for look, audio and references.', [
      observedField('aspect_ratio', textType, {
        description: 'Aspect ratio, as width:height; `adaptive` follows the input.',
        values: ['16:9', '4:3', '1:1', '3:4', '9:16', '21:9', 'adaptive'],
      }),
      observedField('resolution', textType, { description: 'Resolution class.', values: resolutions }),
      observedField('audio', flagType, { description: 'Generates audio as well.' }),
      observedField('role_mode', textType, {
        description: 'Role of the images: `frame` for the first and the last frame, `reference` for subjects to show.',
        values: ['reference', 'frame'],
      }),
      observedField('reference_video_urls', textsType, {
        description: 'URLs of videos to follow.',
        items: [1, 3],
        isMedia: true,
      }),
      observedField('reference_audio_urls', textsType, {
        description: 'URLs of audio to follow.',
        items: [1, 3],
        isMedia: true,
      }),
    ]),
    observedField('images', textsType, {
      description: 'URLs of input images: frames or references, as `metadata.role_mode` says.',
      isMedia: true,
    }),
    observedField('input_reference', textType, { description: 'URL of one input image.', isMedia: true }),
    observedField('size', textType, {
      description: 'Width x height in pixels.',
      suggestions: ['1280x720', '720x1280'],
      pattern: [String.raw`\d+x\d+`, '1280x720'],
    }),
    observedField('seconds', textType, { description: 'Length in seconds as a string. Another name for `duration`.' }),
  ];
}
