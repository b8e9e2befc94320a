import type { ModelFamily } from '../catalog.ts';
import type { Field } from '../field.ts';
import { observedField, observedObject, textsType } from '../fields/observedField.ts';
import { needs, onVideos, resolutionClass, videoDuration, videoPrompt } from '../fields/videoFields.ts';
import type { Rule } from '../rule.ts';

function seedanceFields(...resolutions: readonly string[]): readonly Field[] {
  return [
    videoPrompt,
    videoDuration({ range: { min: 4, max: 15 }, default: 5 }),
    observedObject('metadata', 'Settings for look, audio and references.', [
      observedField('aspect_ratio', 'string', 'Aspect ratio, as width:height; `adaptive` follows the input.', {
        values: ['16:9', '4:3', '1:1', '3:4', '9:16', '21:9', 'adaptive'],
      }),
      resolutionClass(...resolutions),
      observedField('audio', 'boolean', 'Generates audio as well.'),
      observedField(
        'role_mode',
        'string',
        'Role of the images: `frame` for the first and the last frame, `reference` for subjects to show.',
        { values: ['reference', 'frame'] },
      ),
      observedField('reference_video_urls', textsType, 'URLs of videos to follow.', {
        items: { min: 1, max: 3 },
        isMedia: true,
      }),
      observedField('reference_audio_urls', textsType, 'URLs of audio to follow.', {
        items: { min: 1, max: 3 },
        isMedia: true,
      }),
    ]),
    observedField('images', textsType, 'URLs of input images: frames or references, as `metadata.role_mode` says.', {
      isMedia: true,
    }),
    observedField('input_reference', 'string', 'URL of one input image.', { isMedia: true }),
    observedField('size', 'string', 'Width x height in pixels.', {
      suggestions: ['1280x720', '720x1280'],
      pattern: [String.raw`\d+x\d+`, '1280x720'],
    }),
    observedField('seconds', 'string', 'Length in seconds as a string. Another name for `duration`.'),
  ];
}

const rules: readonly Rule[] = [
  needs('prompt', 'images', 'input_reference'),
  { kind: 'exclusive', fields: ['duration', 'seconds'], source: 'observed' },
];

/** Interface specification 1.8 names the models and 4.5 the path. The fields are observed. */
export const seedanceFamilies: readonly ModelFamily[] = [
  {
    id: 'seedance-2',
    title: 'Seedance 2.0',
    description:
      'Video of 4 to 15 seconds from text, images, or videos and audio to follow, up to 1080p. Fields that it does not know are rejected.',
    ...onVideos,
    models: ['seedance-2.0'],
    fields: seedanceFields('480p', '720p', '1080p'),
    rules,
    sample: {
      prompt: 'A paper boat sets out across a pond at sunrise, the camera gliding low beside it',
      duration: 5,
      metadata: { aspect_ratio: '16:9', resolution: '720p' },
    },
  },
  // 1080p has not been observed.
  {
    id: 'seedance-2-fast',
    title: 'Seedance 2.0 fast',
    description:
      'Video of 4 to 15 seconds, sooner than Seedance 2.0 and up to 720p. Fields that it does not know are rejected.',
    ...onVideos,
    models: ['seedance-2.0-fast'],
    fields: seedanceFields('480p', '720p'),
    rules,
    sample: {
      prompt: 'A red kite climbs over green hills, clouds racing past',
      duration: 4,
      metadata: { aspect_ratio: '16:9', resolution: '480p' },
    },
  },
];
