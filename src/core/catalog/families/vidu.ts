import type { ModelFamily } from '../catalog.ts';
import type { Field } from '../field.ts';
import { type FieldDetails, observedField, textsType } from '../fields/observedField.ts';
import {
  needs,
  needsPrompt,
  onVideos,
  ratioAsSize,
  resolutionBelow,
  videoDuration,
  videoPrompt,
} from '../fields/videoFields.ts';
import { imageToVideoOnly } from '../rules/videoRules.ts';

/** The models differ in their lengths, and in whether they accept images. */
function viduFields(duration: FieldDetails): readonly Field[] {
  return [
    videoPrompt,
    videoDuration(duration),
    ratioAsSize('16:9', '9:16', '1:1'),
    resolutionBelow('540p', '720p', '1080p'),
  ];
}

const images: Field = observedField(
  'images',
  textsType,
  'URLs of one or two input images: the first frame, and the last.',
  { items: { min: 1, max: 2 }, isMedia: true },
);

/** Interface specification 1.8 names the models and 4.5 the path. The fields are observed. */
export const viduFamilies: readonly ModelFamily[] = [
  {
    id: 'vidu-q3',
    title: 'Vidu Q3',
    description: 'Video of 1 to 16 seconds from text, or from one or two images.',
    ...onVideos,
    models: ['viduq3-turbo', 'viduq3-pro'],
    fields: [...viduFields({ range: { min: 1, max: 16 } }), images],
    rules: [needs('prompt', 'images')],
    sample: {
      prompt: 'A street musician plays under a bridge, passers-by in soft focus',
      duration: 4,
      size: '16:9',
      metadata: { resolution: '540p' },
    },
  },
  // Observed only with text.
  {
    id: 'vidu-q2',
    title: 'Vidu Q2',
    description: 'Video of 4 to 8 seconds from text. For images there are `viduq2-pro` and `viduq2-turbo`.',
    ...onVideos,
    models: ['viduq2'],
    fields: viduFields({ range: { min: 4, max: 8 } }),
    rules: [needsPrompt],
    sample: {
      prompt: 'Rain on a tin roof, a cat watches from the window sill',
      duration: 4,
      size: '16:9',
      metadata: { resolution: '540p' },
    },
  },
  // The interface specification has these models for image-to-video only.
  {
    id: 'vidu-q2-image',
    title: 'Vidu Q2 pro and turbo',
    description: 'Video of 4 to 8 seconds that starts from an image, or leads from one to another.',
    ...onVideos,
    models: ['viduq2-pro', 'viduq2-turbo'],
    fields: [images, ...viduFields({ range: { min: 4, max: 8 } })],
    rules: [imageToVideoOnly('images')],
    sample: {
      images: ['https://example.com/harbor.jpg'],
      prompt: 'The boats begin to rock, gulls cross the sky',
      duration: 4,
      metadata: { resolution: '540p' },
    },
  },
  {
    id: 'vidu-q1',
    title: 'Vidu Q1',
    description: 'Video of 5 seconds from text, or from one or two images.',
    ...onVideos,
    models: ['viduq1'],
    fields: [...viduFields({ values: [5], default: 5 }), images],
    rules: [needs('prompt', 'images')],
    sample: {
      prompt: 'A lantern fish glides through a sunken library',
      duration: 5,
      size: '16:9',
      metadata: { resolution: '540p' },
    },
  },
];
