import { isJsonObject } from '../../core/support/json.ts';
import type { ImageSpec, Seed } from './mediaSpec.ts';
import { numberOf, promptOf, seedOf, textOf, type TaskBody } from './taskBody.ts';

type Size = readonly [width: number, height: number];

/** Sides of one image, and of each where there are several: a set shall not take longer than one. */
const defaultSide = 2048;
const defaultSideOfSeveral = 1024;

/** What the painter can do in seconds. */
const maxPixels = 20_000_000;
const minEdge = 16;

const formats = ['png', 'jpeg', 'jpg'];

/** Midjourney gives four. A sequence of images is given that many, too: nothing says how many there are. */
const imagesOfSet = 4;

/** Each image has a seed of its own, counted up from the body's. Without an `output_format` it is a PNG. */
export function planImages(body: TaskBody): readonly ImageSpec[] {
  const count = countImages(body);
  const [width, height] = parseSize(body, count > 1 ? defaultSideOfSeveral : defaultSide);
  const format = textOf(body['output_format']).startsWith('jp') ? 'jpeg' : 'png';
  const image = { kind: 'image', prompt: promptOf(body), model: textOf(body['model']), width, height, format } as const;
  const seed = seedOf(body);
  return Array.from({ length: count }, (_, index) => ({ ...image, index: index + 1, seed: addToSeed(seed, index) }));
}

/** Names a wish that the interface allows but the painter can not fulfil; null when there is none. */
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

/** `2048x1024`, `2048*1024`, or a class such as `2K` with or without a ratio. */
function parseSize(body: TaskBody, side: number): Size {
  const { extra_fields: extra, size, resolution } = body;
  const input = isJsonObject(extra) && isJsonObject(extra['input']) ? extra['input'] : {};
  const [width, height] = [numberOf(body['width']), numberOf(body['height'])];
  if (width !== null && height !== null) return [Math.round(width), Math.round(height)];
  const pixels = /^(\d+)[x*](\d+)$/.exec(textOf(size));
  if (pixels) return [Number(pixels[1]), Number(pixels[2])];
  const ratio = parseRatio(textOf(body['aspect_ratio']) || textOf(input['aspect_ratio'])) ?? 1;
  return shape(parseSide(textOf(size)) ?? parseSide(textOf(resolution)) ?? side, ratio);
}

/** `2K` is 2048 pixels, `512px` is 512. */
function parseSide(text: string): number | null {
  const [, count, unit] = /^(\d+(?:\.\d+)?)(k|px)$/i.exec(text) ?? [];
  return count === undefined ? null : Number(count) * (unit?.toLowerCase() === 'k' ? 1024 : 1);
}

/** Width by height of `W:H`, where either may have decimals; null for `auto` and the like. */
export function parseRatio(text: string): number | null {
  const [, width, height] = /^(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  const ratio = Number(width) / Number(height);
  return ratio > 0 && Number.isFinite(ratio) ? ratio : null;
}

/** As many pixels as the square, edges in steps of 16. */
function shape(side: number, ratio: number): Size {
  const width = side * Math.sqrt(ratio);
  return [roundEdge(width), roundEdge(width / ratio)];
}

function roundEdge(edge: number): number {
  return Math.max(minEdge, Math.round(edge / 16) * 16);
}

function addToSeed(seed: Seed, step: number): Seed {
  return typeof seed === 'bigint' ? seed + BigInt(step) : seed + step;
}
