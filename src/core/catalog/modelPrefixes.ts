import type { Endpoint, Modality } from './catalog.ts';
import { endpoints } from './endpoints.ts';

/** The endpoint and modality of a model without a family, by the start of its identifier. */
export interface ModelPrefix {
  readonly prefix: string;
  readonly modality: Modality;
  readonly endpoint: Endpoint;
}

/**
 * From the models that the interface specification lists by prefix (section 1.8) or individually (4.4), if members of a
 * line differ in their fields. A line whose members share their fields, such as `claude-`, is a prefix of its family
 * instead.
 */
export const modelPrefixes: readonly ModelPrefix[] = [
  ...rows('image', endpoints.images, [
    'seedream-',
    'doubao-seedream-',
    'wan2.7-image',
    'wan2.6-t2i',
    'wan2.6-image',
    'gpt-image-',
    'prunaai/p-image',
    'gemini-2.5-flash-image',
    'gemini-3-pro-image',
    'gemini-3.1-flash-image',
  ]),
  ...rows('image', endpoints.imagesAtOnce, ['grok-imagine-image']),
  ...rows('music', endpoints.music, ['sonic']),
  ...rows('speech', endpoints.speech, ['seed-tts-']),
  ...rows('video', endpoints.videos, [
    'seedance-',
    'MiniMax-Hailuo-',
    'kling-',
    'viduq',
    'pixverse-',
    'wan2.6-',
    'happyhorse-1.0-',
  ]),
];

function rows(modality: Modality, endpoint: Endpoint, starts: readonly string[]): readonly ModelPrefix[] {
  return starts.map((prefix) => ({ prefix, modality, endpoint }));
}

/** The longest prefix wins: `wan2.6-t2i` makes images, any other `wan2.6-…` video. */
export function findModelPrefix(modelId: string): ModelPrefix | undefined {
  return modelPrefixes
    .filter(({ prefix }) => modelId.startsWith(prefix))
    .toSorted((one, other) => other.prefix.length - one.prefix.length)
    .at(0);
}
