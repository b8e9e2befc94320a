import { endpoints } from '../endpoints.ts';
import type { Field } from '../field.ts';
import type { Rule } from '../rule.ts';
import { type FieldDetails, observedField, observedObject } from './observedField.ts';

/** The preferred path of video models first, then the legacy one (interface specification 4.5). */
export const onVideos = { modality: 'video', endpoints: [endpoints.videos, endpoints.legacyVideo] } as const;

export const videoPrompt: Field = observedField(
  'prompt',
  'string',
  'What happens in the video: subject, movement, camera, light.',
  { isProse: true },
);

/** At least one of these fields is required. */
export function needs(...fields: readonly string[]): Rule {
  return { kind: 'one-of', fields, source: 'observed' };
}

/** For text-only models, the prompt is the only input. */
export const needsPrompt: Rule = needs('prompt');

export const negativePrompt: Field = observedField('negative_prompt', 'string', 'What to avoid in the video.', {
  isProse: true,
});

export function videoDuration(details: FieldDetails): Field {
  return observedField('duration', 'integer', 'Length of the video in seconds.', details);
}

/** Families on `/v1/videos` that write the aspect ratio as `size`. */
export function ratioAsSize(...values: readonly string[]): Field {
  return observedField('size', 'string', 'Aspect ratio, as width:height.', { values });
}

/** An aspect ratio that only a form describes, because its list is open. */
export function videoRatio(name: 'ratio' | 'size'): Field {
  return observedField(name, 'string', 'Aspect ratio, as width:height.', {
    suggestions: ['16:9', '9:16', '1:1', '4:3', '3:4'],
    pattern: [String.raw`\d+:\d+`, '16:9'],
  });
}

export function resolutionClass(...values: readonly string[]): Field {
  return observedField('resolution', 'string', 'Resolution class.', { values });
}

/** Families that have the resolution below `metadata`. */
export function resolutionBelow(...values: readonly string[]): Field {
  return observedObject('metadata', 'Further settings.', [resolutionClass(...values)]);
}

export const videoSeed: Field = observedField(
  'seed',
  'integer',
  'The same seed and fields produce a similar video again.',
);
