import { isJsonObject } from '../../core/support/json/json.ts';
import { numberOf, promptOf, seedOf, textOf, type TaskBody } from './taskBody.ts';

type Size = readonly [width: number, height: number];

/** Side in pixels of one image, and of each of several images. A set must not take longer than one image. */
const defaultSide = 2048;
const defaultSideOfSeveral = 1024;

/** Limit of what the painter can make in seconds. */
const maxPixels = 20_000_000;
const minEdge = 16;

const formats = ['png', 'jpeg', 'jpg'];

/** Midjourney returns four. A sequence of images has four too, because its number is unknown. */
const imagesOfSet = 4;

export type ImageSpec = ReturnType<typeof planImages>[number];

/**
 * Each image has a separate seed, counted up from the body's seed, and an index, counted from 1. Without an
 * `output_format`, it is a PNG. The caption shows the model, the size in pixels and the seed.
 */
export function planImages(body: TaskBody) {
  const count = countImages(body);
  const [width, height] = parseSize(body, count > 1 ? defaultSideOfSeveral : defaultSide);
  const format = textOf(body['output_format']).startsWith('jp') ? ('jpeg' as const) : ('png' as const);
  const image = { kind: 'image' as const, prompt: promptOf(body), model: textOf(body['model']), width, height, format };
  const seed = seedOf(body);
  return Array.from({ length: count }, (_, at) => ({
    ...image,
    index: at + 1,
    seed: typeof seed === 'bigint' ? seed + BigInt(at) : seed + at,
  }));
}

/** Names a request that the interface allows but the painter cannot fulfill. Null if there is none. */
export function findUnpaintable(body: TaskBody): string | null {
  const format = textOf(body['output_format']);
  if (format !== '' && !formats.includes(format)) {
    return `output_format: the sandbox makes png and jpeg; "${format}" is neither of them.`;
  }
  const [width, height] = parseSize(body, defaultSide);
  const isPaintable = Math.min(width, height) >= minEdge && width * height <= maxPixels;
  if (isPaintable) return null;
  return `size: the sandbox paints up to 20 million pixels; ${String(width)} × ${String(height)} is outside.`;
}

function countImages(body: TaskBody): number {
  const n = numberOf(body['n']);
  if (n !== null) return Math.min(10, Math.max(1, Math.round(n)));
  const isSet = textOf(body['model']).startsWith('mj_') || body['enable_sequential'] === true;
  return isSet ? imagesOfSet : 1;
}

/** Parses `2048x1024`, `2048*1024`, or a class such as `2K`, with or without a ratio. */
function parseSize(body: TaskBody, side: number): Size {
  const { extra_fields: extra, size, resolution } = body;
  const input = isJsonObject(extra) && isJsonObject(extra['input']) ? extra['input'] : {};
  const [width, height] = [numberOf(body['width']), numberOf(body['height'])];
  if (width !== null && height !== null) return [Math.round(width), Math.round(height)];
  const pixels = /^(\d+)[x*](\d+)$/.exec(textOf(size));
  if (pixels) return [Number(pixels[1]), Number(pixels[2])];
  const ratio = parseRatio(textOf(body['aspect_ratio']) || textOf(input['aspect_ratio'])) ?? 1;
  // As many pixels as the square, with edges in steps of 16.
  const wide = (parseSide(textOf(size)) ?? parseSide(textOf(resolution)) ?? side) * Math.sqrt(ratio);
  const roundEdge = (edge: number): number => Math.max(minEdge, Math.round(edge / 16) * 16);
  return [roundEdge(wide), roundEdge(wide / ratio)];
}

/** Returns 2048 pixels for `2K`, 512 for `512px`. */
function parseSide(text: string): number | null {
  const [, count, unit] = /^(\d+(?:\.\d+)?)(k|px)$/i.exec(text) ?? [];
  return count === undefined ? null : Number(count) * (unit?.toLowerCase() === 'k' ? 1024 : 1);
}

/** Returns width / height of `W:H`, both of which may have decimals. Null for `auto` and similar values. */
export function parseRatio(text: string): number | null {
  const [, width, height] = /^(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  const ratio = Number(width) / Number(height);
  return ratio > 0 && Number.isFinite(ratio) ? ratio : null;
}
