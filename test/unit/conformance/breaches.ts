import type { ProblemCode } from '../../../src/core/jobFile/problem.ts';
import type { JsonObject, JsonValue } from '../../../src/core/support/json/json.ts';

/** A way to break a row of the interface specification. */
export interface Breach {
  readonly model: string;
  /** The field that the user has to change. */
  readonly field: string;
  readonly code: ProblemCode;
  /** A body that keeps to the row, and what to change so that it no longer does; undefined leaves a field out. */
  readonly good: JsonObject;
  readonly bad: Readonly<Record<string, JsonValue | undefined>>;
}

const url = 'https://example.com/a.png';
const urls = (count: number): readonly string[] => Array.from({ length: count }, () => url);
const characters = (count: number): string => '\u{1F3A8}'.repeat(count);

const prompts: readonly (readonly [model: string, max: number, more?: JsonObject])[] = [
  ['sonic', 5000],
  ['gemini-2.5-flash-image', 10_000],
  ['gemini-3.1-flash-image-preview', 10_000],
  ['gemini-3-pro-image-preview', 10_000],
  ['seedream-5-0-260128', 600],
  ['doubao-seedream-5-0-lite-260128', 600],
  ['doubao-seedream-5-0-pro-260628', 32_000, { size: '2K' }],
  ['doubao-seedream-4-5-251128', 600],
  ['wan2.6-t2i', 2000],
  ['wan2.6-image', 2000, { image: url }],
];

const required: readonly (readonly [model: string, more?: JsonObject])[] = [
  ['sonic'],
  ['gemini-2.5-flash-image'],
  ['grok-imagine-image-pro'],
  ['gpt-image-2'],
  ['seedream-5-0-260128'],
  ['doubao-seedream-5-0-pro-260628', { size: '2K' }],
  ['doubao-seedream-4-5-251128'],
  ['wan2.7-image'],
  ['wan2.7-image-pro'],
  ['wan2.6-t2i'],
  ['wan2.6-image', { image: url }],
  ['prunaai/p-image'],
  ['prunaai/p-image-edit', { images: [url] }],
  ['mj_imagine'],
];

/** One or more for each limit, requirement and rule of sections 4.2 to 4.4 and 8. */
export const breaches: readonly Breach[] = [
  ...required.map(([model, more = {}]) =>
    breach(model, 'prompt', 'missing-field', { good: { prompt: 'A cat', ...more }, bad: { prompt: undefined } }),
  ),
  ...prompts.map(([model, max, more = {}]) =>
    breach(model, 'prompt', 'too-long', {
      good: { prompt: characters(max), ...more },
      bad: { prompt: characters(max + 1) },
    }),
  ),
  of('sonic', 'model_version', 'not-in-enum', { model_version: 'sonic-v5' }, { model_version: 'sonic-v6' }),
  of('sonic', 'vocal_gender', 'wrong-form', { vocal_gender: 'f' }, { vocal_gender: 'female' }),
  of('sonic', 'custom_mode', 'wrong-type', { custom_mode: false }, { custom_mode: 'no' }),
  of('sonic', 'style_weight', 'wrong-type', { style_weight: 0.5 }, { style_weight: 'half' }),
  of('sonic', 'weirdness_constraint', 'wrong-type', { weirdness_constraint: 0.5 }, { weirdness_constraint: 'half' }),
  ...['input', 'text', 'prompt', 'ssml'].map((field) =>
    breach('seed-tts-2.0', field, 'too-long', {
      good: { voice: 'a', [field]: characters(10_000) },
      bad: { [field]: characters(10_001) },
    }),
  ),
  breach('seed-tts-2.0', 'text', 'missing-one-of', { good: { voice: 'a', text: 'Hi' }, bad: { text: undefined } }),
  breach('seed-tts-2.0', 'voice', 'missing-one-of', {
    good: { speaker: 'a', ssml: 'Hi' },
    bad: { speaker: undefined },
  }),
  breach('seed-tts-2.0', 'speed', 'wrong-type', {
    good: { voice: 'a', text: 'Hi', speed: 1.2 },
    bad: { speed: 'fast' },
  }),
  of('gemini-3-pro-image-preview', 'size', 'not-in-enum', { size: '4K' }, { size: '512px' }),
  of('gemini-2.5-flash-image', 'size', 'not-in-enum', { size: '512px' }, { size: '8K' }),
  of('gemini-3.1-flash-image-preview', 'size', 'not-in-enum', { size: '512px' }, { size: '1024x1024' }),
  of('gemini-2.5-flash-image', 'aspect_ratio', 'wrong-form', { aspect_ratio: '16:9' }, { aspect_ratio: 'wide' }),
  of('gemini-2.5-flash-image', 'images', 'too-many-items', { images: urls(14) }, { images: urls(15) }),
  of('gemini-2.5-flash-image', 'image', 'rule-broken', { image: url }, { image: 'https://example.com/a.webp' }),
  of('grok-imagine-image', 'resolution', 'not-in-enum', { resolution: '2k' }, { resolution: '4k' }),
  of('grok-imagine-image', 'aspect_ratio', 'wrong-form', { aspect_ratio: '19.5:9' }, { aspect_ratio: '16x9' }),
  of('grok-imagine-image-quality', 'n', 'out-of-range', { n: 10 }, { n: 11 }),
  of('grok-imagine-image-quality-latest', 'n', 'out-of-range', { n: 1 }, { n: 0 }),
  of('gpt-image-2', 'n', 'wrong-type', { n: 2 }, { n: 'two' }),
  of('gpt-image-2', 'output_compression', 'wrong-type', { output_compression: 80 }, { output_compression: 'strong' }),
  of('seedream-5-0-260128', 'size', 'not-in-enum', { size: '4704x2016' }, { size: '4K' }),
  of('seedream-5-0-260128', 'images', 'too-many-items', { images: urls(14) }, { images: urls(15) }),
  of('seedream-5-0-260128', 'output_format', 'not-in-enum', { output_format: 'png' }, { output_format: 'webp' }),
  of(
    'seedream-5-0-260128',
    'optimize_prompt_options',
    'not-in-enum',
    { optimize_prompt_options: { mode: 'standard' } },
    { optimize_prompt_options: { mode: 'fast' } },
  ),
  of('doubao-seedream-5-0-pro-260628', 'size', 'missing-field', { size: '1K' }, { size: undefined }),
  of('doubao-seedream-5-0-pro-260628', 'size', 'wrong-form', { size: '2048x1024' }, { size: '4K' }),
  of(
    'doubao-seedream-5-0-pro-260628',
    'images',
    'too-many-items',
    { size: '2K', images: urls(10) },
    { images: urls(11) },
  ),
  of(
    'doubao-seedream-5-0-pro-260628',
    'output_format',
    'not-in-enum',
    { size: '2K', output_format: 'jpeg' },
    { output_format: 'webp' },
  ),
  of('doubao-seedream-4-5-251128', 'size', 'not-in-enum', { size: '3024x1296' }, { size: '3K' }),
  of('doubao-seedream-4-5-251128', 'images', 'too-many-items', { images: urls(14) }, { images: urls(15) }),
  of('wan2.7-image', 'size', 'wrong-form', { size: '2K' }, { size: '4K' }),
  of('wan2.7-image', 'size', 'rule-broken', { size: '768*768' }, { size: '767*768' }),
  of('wan2.7-image', 'size', 'rule-broken', { size: '2048*2048' }, { size: '2048*2049' }),
  of('wan2.7-image', 'size', 'rule-broken', { size: '4096*512' }, { size: '4104*512' }),
  of('wan2.7-image-pro', 'size', 'wrong-form', { size: '3840*2160' }, { size: '3840x2160' }),
  of('wan2.7-image-pro', 'size', 'rule-broken', { size: '4096*4096' }, { size: '4096*4097' }),
  of('wan2.7-image-pro', 'size', 'rule-broken', { size: '4K' }, { image: url }),
  of('wan2.7-image-pro', 'size', 'rule-broken', { size: '4K' }, { enable_sequential: true }),
  of('wan2.7-image-pro', 'size', 'rule-broken', { size: '4096*2048', images: undefined }, { images: [url] }),
  of('wan2.7-image', 'images', 'too-many-items', { images: urls(14), size: '2K' }, { images: urls(15) }),
  of('wan2.7-image', 'bbox_list', 'rule-broken', { bbox_list: [[[0, 0, 9, 9]]], image: url }, { image: undefined }),
  of(
    'wan2.7-image',
    'bbox_list',
    'rule-broken',
    { bbox_list: [[[0, 0, 9, 9]]], image: url },
    { bbox_list: [[[0, 0, 9]]] },
  ),
  of(
    'wan2.7-image',
    'bboxList',
    'wrong-type',
    { bboxList: [[[0, 0, 9, 9]]], image: url },
    { bboxList: [[[0.5, 0, 9, 9]]] },
  ),
  of(
    'wan2.7-image',
    'color_palette',
    'wrong-form',
    { color_palette: [{ hex: '#1E90FF', ratio: '40%' }] },
    { color_palette: [{ hex: '#1E90FF', ratio: 'much' }] },
  ),
  of(
    'wan2.7-image',
    'color_palette',
    'missing-field',
    { color_palette: [{ hex: '#1E90FF', ratio: '40%' }] },
    { color_palette: [{ hex: '#1E90FF' }] },
  ),
  of(
    'wan2.7-image',
    'colorPalette',
    'missing-field',
    { colorPalette: [{ hex: '#1E90FF', ratio: '40%' }] },
    { colorPalette: [{ ratio: '40%' }] },
  ),
  of(
    'wan2.7-image',
    'color_palette',
    'rule-broken',
    { color_palette: [{ hex: '#1E90FF', ratio: '40%' }], enable_sequential: false },
    { enable_sequential: true },
  ),
  of(
    'wan2.7-image-pro',
    'thinking_mode',
    'rule-broken',
    { thinking_mode: true, enable_sequential: false },
    { enable_sequential: true },
  ),
  of('wan2.7-image', 'seed', 'wrong-type', { seed: 5 }, { seed: 'five' }),
  of('wan2.6-t2i', 'size', 'not-in-enum', { size: '1344*576' }, { size: '1K' }),
  of(
    'wan2.6-t2i',
    'negative_prompt',
    'too-long',
    { negative_prompt: characters(500) },
    { negative_prompt: characters(501) },
  ),
  of('wan2.6-t2i', 'prompt_extend', 'wrong-type', { prompt_extend: true }, { prompt_extend: 'yes' }),
  of('wan2.6-t2i', 'image', 'rule-broken', {}, { image: url }),
  of('wan2.6-t2i', 'images', 'rule-broken', {}, { images: [url] }),
  of('wan2.6-image', 'images', 'too-few-items', { images: [url] }, { images: [] }),
  of('wan2.6-image', 'image', 'missing-one-of', { image: url }, { image: undefined }),
  of('prunaai/p-image-edit', 'images', 'rule-broken', { images: [url] }, { images: undefined }),
  of(
    'prunaai/p-image-edit',
    'extra_fields',
    'rule-broken',
    { extra_fields: { input: { images: [url] } } },
    { extra_fields: { input: {} } },
  ),
  of(
    'prunaai/p-image-edit',
    'extra_fields',
    'wrong-type',
    { extra_fields: { input: { images: [url], turbo: true } } },
    { extra_fields: { input: { images: [url], turbo: 'yes' } } },
  ),
];

function breach(model: string, field: string, code: ProblemCode, bodies: Pick<Breach, 'good' | 'bad'>): Breach {
  return { model, field, code, ...bodies };
}

/** Creates a breach with the prompt that every image and song needs. */
function of(
  ...[model, field, code, good, bad]: readonly [string, string, ProblemCode, Breach['bad'], Breach['bad']]
): Breach {
  const kept = Object.entries(good).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined);
  return { model, field, code, good: { prompt: 'A cat', ...Object.fromEntries(kept) }, bad };
}

/** Returns the body after the change. */
export function breakBody({ good, bad }: Breach): JsonObject {
  const kept = Object.entries({ ...good, ...bad }).filter(
    (entry): entry is [string, JsonValue] => entry[1] !== undefined,
  );
  return Object.fromEntries(kept);
}
