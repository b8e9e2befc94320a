import type { ModelFamily } from '../catalog.ts';
import { endpoints } from '../endpoints.ts';
import type { Field } from '../field.ts';
import { observedField, observedObject } from '../fields/observedField.ts';
import {
  needs,
  needsPrompt,
  negativePrompt,
  onVideos,
  ratioAsSize,
  videoDuration,
  videoPrompt,
} from '../fields/videoFields.ts';

/** Identifiers that are known to be accepted, the preferred one first. */
const models = ['kling-v2-6', 'kling-v2-5-turbo', 'kling-v2-1-master', 'kling-v2-master', 'kling-v1-6', 'kling-v1'];

const omniModels = ['kling-video-o1'];

const ratios = ['16:9', '9:16', '1:1'];

const nativeRatio = observedField('aspect_ratio', 'string', 'Aspect ratio, as width:height.', { values: ratios });

const mode: Field = observedField('mode', 'string', '`std` is cheaper, `pro` looks better.', {
  values: ['std', 'pro'],
});

const cameraControl: Field = observedObject('camera_control', 'How the camera moves.', [
  observedField('type', 'string', 'Name of a movement. `simple` uses the one axis of `config`.', {
    suggestions: ['simple', 'down_back', 'forward_up', 'right_turn_forward', 'left_turn_forward'],
  }),
  observedObject('config', 'How far the camera moves, on one axis.', [
    observedField('horizontal', 'number', 'Moves the camera to the left or right.'),
    observedField('vertical', 'number', 'Moves the camera down or up.'),
    observedField('pan', 'number', 'Turns the camera up or down.'),
    observedField('tilt', 'number', 'Turns the camera to the left or right.'),
    observedField('roll', 'number', 'Rolls the camera around its axis.'),
    observedField('zoom', 'number', 'Narrows or widens the view.'),
  ]),
]);

/** Fields, without images, that native endpoints accept at the root and `/v1/videos` accepts below `metadata`. */
const controls: readonly Field[] = [
  videoDuration({ values: [5, 10] }),
  mode,
  negativePrompt,
  observedField('cfg_scale', 'number', 'How closely the video follows the prompt.', { range: { min: 0, max: 1 } }),
  cameraControl,
];

const images: readonly Field[] = [
  observedField('image', 'string', 'URL of the image that the video starts with.', { isMedia: true }),
  observedField('image_tail', 'string', 'URL of the image that the video ends with.', { isMedia: true }),
];

/** The newer model accepts lists of inputs, whose members are not known. */
const omniControls: readonly Field[] = [
  videoDuration({ range: { min: 3, max: 15 } }),
  mode,
  observedField('aspect_ratio', 'string', 'Aspect ratio, as width:height.', { suggestions: ratios }),
  observedField('sound', 'string', 'Generates audio as well.', { values: ['on', 'off'] }),
  observedField('image_list', { kind: 'array', items: { kind: 'unknown' } }, 'Input images.', { isMedia: true }),
  observedField('video_list', { kind: 'array', items: { kind: 'unknown' } }, 'Input videos.', { isMedia: true }),
];

/** On `/v1/videos`, all settings except the prompt and the aspect ratio are below `metadata`. */
function klingFields(settings: readonly Field[]): readonly Field[] {
  const metadata = observedObject('metadata', 'All settings except the prompt and the aspect ratio.', settings);
  return [videoPrompt, ratioAsSize(...ratios), metadata];
}

/**
 * Interface specification 1.8 names the models and 4.5 the paths. The fields are observed. The native families follow
 * the others of their models, which are the defaults.
 */
export const klingFamilies: readonly ModelFamily[] = [
  {
    id: 'kling',
    title: 'Kling',
    description: 'Video of 5 or 10 seconds from text or images, with control of the camera.',
    ...onVideos,
    models,
    fields: klingFields([...controls, ...images]),
    rules: [needsPrompt],
    sample: {
      prompt: 'A tram crosses a rainy square at night, reflections on the cobbles',
      size: '16:9',
      metadata: { duration: 5, mode: 'std' },
    },
  },
  {
    id: 'kling-omni',
    title: 'Kling Omni',
    description: 'Video of 3 to 15 seconds from text, images and videos, with or without sound.',
    ...onVideos,
    models: omniModels,
    fields: klingFields(omniControls),
    rules: [needsPrompt],
    sample: {
      prompt: 'A clockmaker winds a tiny brass bird, and it flies off the bench',
      size: '16:9',
      metadata: { duration: 3, mode: 'std', sound: 'off' },
    },
  },
  {
    id: 'kling-text-to-video',
    title: 'Kling, native, from text',
    description: 'Video of 5 or 10 seconds from text, by the native endpoint of the Kling models.',
    modality: 'video',
    models: [...models, ...omniModels],
    endpoints: [endpoints.klingText],
    fields: [videoPrompt, nativeRatio, ...controls],
    rules: [needsPrompt],
    sample: {
      gen: { endpoint: endpoints.klingText.path },
      prompt: 'A hot-air balloon rises over a misty valley, seen from above',
      aspect_ratio: '16:9',
      duration: 5,
      mode: 'std',
    },
  },
  {
    id: 'kling-image-to-video',
    title: 'Kling, native, from an image',
    description: 'Video of 5 or 10 seconds between input images, by the native endpoint of the Kling models.',
    modality: 'video',
    models: [...models, ...omniModels],
    endpoints: [endpoints.klingImage],
    fields: [...images, videoPrompt, nativeRatio, ...controls],
    rules: [needs('image', 'image_tail')],
    sample: {
      gen: { endpoint: endpoints.klingImage.path },
      image: 'https://example.com/portrait.jpg',
      prompt: 'She turns her head and smiles, the wind in her hair',
      duration: 5,
      mode: 'std',
    },
  },
];
