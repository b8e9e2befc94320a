import { createHash } from 'node:crypto';
import { imageMark } from '../../core/task/chatCall.ts';
import type { Delivery } from '../../core/task/gatewayPort.ts';
import { maxResults, readSource } from '../wire/deliveries.ts';

type Source = Delivery['source'];

/** The images of an answer, each once: some answers hold them in the text and beside it. At most `maxResults`. */
export interface ImageList {
  add(source: Source): void;
  /** Answers what stands for the image in a text; null when the URL is none. */
  addUrl(url: string): string | null;
  readonly list: () => readonly Source[];
}

export function createImageList(): ImageList {
  const sources: Source[] = [];
  const numbers = new Map<string, number>();
  /** The number of the image, from 1; null where there are enough of them. */
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

/** The same for the same image. */
function keyOf(source: Source): string {
  if (source.kind !== 'bytes') return source.kind === 'url' ? source.url : source.text;
  return createHash('sha256').update(source.bytes).digest('hex');
}
