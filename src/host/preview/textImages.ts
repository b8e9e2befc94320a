import { posix } from 'node:path';

/** Neither an alt text nor a target in brackets holds another opening bracket, so no character is looked at twice. */
const markdownImage = /!\[[^[\]]*\]\(\s*(?:<([^<>\n]+)>|([^\s)]+))/g;
const imageName = /\.(?:png|jpe?g|webp|gif|avif|svg)$/i;
/** More than any answer has; a text made to do harm could name millions. */
const maxImages = 100;

/** An image that a Markdown text names, and where that is. */
export interface TextImage {
  /** As the text names it, without percent signs. */
  readonly name: string;
  /** From the job file's folder, `/`-separated; may leave it. */
  readonly path: string;
}

/** The images of its own folder and below that a text names. Addresses of other places are left alone. */
export function findTextImages(text: string, textPath: string): readonly TextImage[] {
  const names = new Set<string>();
  for (const [, bracketed, plain] of text.matchAll(markdownImage)) {
    const name = decodeName(bracketed ?? plain ?? '');
    if (imageName.test(name) && !/^(?:[a-z][a-z\d+.-]*:|[/\\#?])/i.test(name)) names.add(name);
    if (names.size === maxImages) break;
  }
  return [...names].map((name) => ({ name, path: posix.join(posix.dirname(textPath), name) }));
}

function decodeName(name: string): string {
  try {
    return decodeURI(name);
  } catch {
    return name;
  }
}
