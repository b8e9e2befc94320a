import type { Endpoint } from '../catalog.ts';
import { endpoints } from '../endpoints.ts';
import type { Field } from '../field.ts';
import type { Rule } from '../rule.ts';
import { observedField, type ObservedDetails, textType, wholeType } from './observedField.ts';

/** Every video model: the preferred path first, then the legacy one (interface specification 4.5). */
export const videoEndpoints: readonly [Endpoint, ...Endpoint[]] = [endpoints.videos, endpoints.legacyVideo];

export const videoPrompt: Field = observedField('prompt', textType, {
  description: 'What happens in the video: subject, movement, camera, light.',
  isProse: true,
});

/** For text-only models, the prompt is the only input. */
export const needsPrompt: Rule = { kind: 'one-of', fields: ['prompt'], source: 'observed' };

export const negativePrompt: Field = observedField('negative_prompt', textType, {
  description: 'What to avoid in the video.',
  isProse: true,
});

export function videoDuration(details: Omit<ObservedDetails, 'description'>): Field {
  return observedField('duration', wholeType, { description: 'Length of the video in seconds.', ...details });
}

/** Families on `/v1/videos` that write the aspect ratio as `size`. */
export function ratioAsSize(values: readonly string[]): Field {
  return observedField('size', textType, { description: 'Aspect ratio, as width:height.', values });
}

export const videoSeed: Field = observedField('seed', wholeType, {
  description: 'The same seed and fields produce a similar video again.',
});
