import { createHash } from 'node:crypto';
import { imageMark } from '../../core/task/gatewayPort.ts';
import type { Delivery } from '../../core/task/gatewayPort.ts';
import { maxResults, readSource } from '../wire/deliveries.ts';

type Source = Delivery['source'];

/**
 * The images of a response without duplicates, because some responses repeat the images of the text outside it. At most
 * `maxResults`.
 */
export interface ImageList {
  add(source: Source): void;
  /** Returns the URL that replaces the image in a text. Null if the URL is not an image. */
  addUrl(url: string): string | null;
  readonly list: () => readonly Source[];
}

export function createImageList(): ImageList {
  const sources: Source[] = [];
  const numbers = new Map<string, number>();
  /** Returns the number of the image, from 1. Null if the list is full. */
  const add = (source: Source): number | null => {
    const key = keyOf(source);
    const known = numbers.get(key);
    if (known !== undefined || sources.length >= maxResults) return known ?? null;
    numbers.set(key, sources.push(source));
    return sources.length;
  };
  return {
    add: (source) => void add(source),
    addUrl(url) {
      const source = readSource(url);
      const number = source && add(source);
      return number === null ? null : imageMark(number);
    },
    list: () => sources,
  };
}

/** Returns the same key for the same image. */
function keyOf(source: Source): string {
  if (source.kind !== 'bytes') return source.kind === 'url' ? source.url : source.text;
  return createHash('sha256').update(source.bytes).digest('hex');
}
