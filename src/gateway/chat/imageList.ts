import { imageMark } from '../../core/task/chatCall.ts';
import type { Delivery } from '../../core/task/gatewayPort.ts';
import { readSource } from '../wire/deliveries.ts';

type Source = Delivery['source'];

/** The images of an answer, each once: some answers hold them in the text and beside it. */
export interface ImageList {
  add(source: Source): void;
  /** Answers what stands for the image in a text; null when the URL is none. */
  addUrl(url: string): string | null;
  readonly list: () => readonly Source[];
}

export function createImageList(): ImageList {
  const sources: Source[] = [];
  const add = (source: Source): number => {
    const known = sources.findIndex((each) => isSame(each, source));
    return known >= 0 ? known : sources.push(source) - 1;
  };
  return {
    add: (source) => void add(source),
    addUrl(url) {
      const source = readSource(url);
      return source && imageMark(add(source) + 1);
    },
    list: () => sources,
  };
}

function isSame(one: Source, other: Source): boolean {
  if (one.kind === 'url') return other.kind === 'url' && one.url === other.url;
  return one.kind === 'bytes' && other.kind === 'bytes' && Buffer.compare(one.bytes, other.bytes) === 0;
}
