import type { Field } from '../field.ts';
import type { Rule } from '../rule.ts';
import { flagType, observedField, textType } from './observedField.ts';
import { negativePrompt, videoDuration, videoPrompt, videoSeed } from './videoFields.ts';

/** Fields that the Wan 2.6 video models share. The models differ in their input media. */
export const wanVideoFields: readonly Field[] = [
  videoPrompt,
  videoDuration({ values: [5, 10, 15] }),
  observedField('resolution', textType, { description: 'Resolution class.', values: ['720P', '1080P'] }),
  observedField('size', textType, {
    description: 'Width*height in pixels. Use it instead of `resolution`.',
    suggestions: ['1280*720', '720*1280', '960*960', '1920*1080', '1080*1920'],
    pattern: [String.raw`\d+\*\d+`, '1280*720'],
  }),
  observedField('shot_type', textType, { description: 'One shot, or several with cuts.', values: ['single', 'multi'] }),
  observedField('prompt_extend', flagType, { description: 'Lets the gateway expand the prompt before it is used.' }),
  negativePrompt,
  observedField('audio_url', textType, { description: 'URL of the audio of the video.', isMedia: true }),
  videoSeed,
];

export const resolutionOrSize: Rule = { kind: 'exclusive', fields: ['resolution', 'size'], source: 'observed' };
