import type { Field } from '../field.ts';
import { numberType, observedField, observedObject, openType, textType, wholeType } from './observedField.ts';
import { negativePrompt, videoDuration } from './videoFields.ts';

/** Identifiers that are known to be accepted, the preferred one first. */
export const klingModels = [
  'kling-v2-6',
  'kling-v2-5-turbo',
  'kling-v2-1-master',
  'kling-v2-master',
  'kling-v1-6',
  'kling-v1',
] as const;

export const klingOmniModels = ['kling-video-o1'] as const;

export const klingRatios = ['16:9', '9:16', '1:1'] as const;

const klingMode: Field = observedField('mode', textType, {
  description: '`std` is cheaper, `pro` looks better.',
  values: ['std', 'pro'],
});

const axes: readonly (readonly [name: string, description: string])[] = [
  ['horizontal', 'Moves the camera to the left or right.'],
  ['vertical', 'Moves the camera down or up.'],
  ['pan', 'Turns the camera up or down.'],
  ['tilt', 'Turns the camera to the left or right.'],
  ['roll', 'Rolls the camera around its axis.'],
  ['zoom', 'Narrows or widens the view.'],
];

const cameraControl: Field = observedObject('camera_control', 'How the camera moves.', [
  observedField('type', textType, {
    description: 'Name of a movement. `simple` uses the one axis of `config`.',
    suggestions: ['simple', 'down_back', 'forward_up', 'right_turn_forward', 'left_turn_forward'],
  }),
  observedObject(
    'config',
    'How far the camera moves, on one axis.',
    axes.map(([name, description]) => observedField(name, numberType, { description })),
  ),
]);

/**
 * Fields, apart from the images, that the native endpoints accept at the root and `/v1/videos` accepts below
 * `metadata`.
 */
export const klingControls: readonly Field[] = [
  videoDuration({ values: [5, 10] }),
  klingMode,
  negativePrompt,
  observedField('cfg_scale', numberType, {
    description: 'How closely the video follows the prompt.',
    range: [0, 1],
  }),
  cameraControl,
];

export const klingImages: readonly Field[] = [
  observedField('image', textType, { description: 'URL of the image that the video starts with.', isMedia: true }),
  observedField('image_tail', textType, { description: 'URL of the image that the video ends with.', isMedia: true }),
];

/** The newer model accepts lists of inputs, whose members are not known. */
export const klingOmniControls: readonly Field[] = [
  observedField('duration', wholeType, { description: 'Length of the video in seconds.', range: [3, 15] }),
  klingMode,
  observedField('aspect_ratio', textType, { description: 'Aspect ratio, as width:height.', suggestions: klingRatios }),
  observedField('sound', textType, { description: 'Generates audio as well.', values: ['on', 'off'] }),
  observedField('image_list', { kind: 'array', items: openType }, { description: 'Input images.', isMedia: true }),
  observedField('video_list', { kind: 'array', items: openType }, { description: 'Input videos.', isMedia: true }),
];
