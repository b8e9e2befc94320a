import { posix } from 'node:path';
import { decodeName } from '../../core/support/text/decodeName.ts';

/** An alt text and a target in brackets contain no other opening bracket, so no character is visited twice. */
const markdownImage = /!\[[^[\]]*\]\(\s*(?:<([^<>\n]+)>|([^\s)]+))/g;
const imageName = /\.(?:png|jpe?g|webp|gif|avif|svg)$/i;
/** More images than any response has. A malicious text could name millions. */
const maxImages = 100;

/** An image that a Markdown text names, and its path. */
interface TextImage {
  /** The name in the text, with percent escapes decoded. */
  readonly name: string;
  /** Path relative to the job file's folder, separated by `/`. It may leave the folder. */
  readonly path: string;
}

/** Finds the images that a text names in its own folder and below. Absolute paths and URLs are ignored. */
export function findTextImages(text: string, textPath: string): readonly TextImage[] {
  const names = new Set<string>();
  for (const [, bracketed, plain] of text.matchAll(markdownImage)) {
    const name = decodeName(bracketed ?? plain ?? '');
    if (imageName.test(name) && !/^(?:[a-z][a-z\d+.-]*:|[/\\#?])/i.test(name)) names.add(name);
    if (names.size === maxImages) break;
  }
  return [...names].map((name) => ({ name, path: posix.join(posix.dirname(textPath), name) }));
}
