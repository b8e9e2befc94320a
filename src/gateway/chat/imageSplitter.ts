/** Takes the images out of Markdown that comes piece by piece. Linear in its length, however it is cut. */
export interface ImageSplitter {
  append(piece: string): void;
  /** Nothing more is to come. `isWhole`: what has begun counts as finished. */
  end(options: { readonly isWhole: boolean }): void;
}

export interface SplitterOptions {
  /** `https:` images count too, and not only those that came along in a `data:` URL. */
  readonly takesLinks: boolean;
  readonly onText: (text: string) => void;
  /** `![alt](url)` */
  readonly onImage: (image: { readonly alt: string; readonly url: string }) => void;
}

/** Longer ones are no descriptions. */
const maxAltLength = 1_000;

/** The start of an image, up to its URL; `rest` of a text that may still become one. */
const imageStart = /^!\[([^\]\n]*)\]\(\s{0,8}<?(?=data:)/i;
const linkStart = /^!\[([^\]\n]*)\]\(\s{0,8}<?(?=data:|https?:)/i;
const possibleStart = /^!(?:\[[^\]\n]*(?:\](?:\(\s{0,8}(?:<?[a-z]{0,5}:?)?)?)?)?$/i;
const urlEnd = /[)>\s]/;

export function createImageSplitter({ takesLinks, onText, onImage }: SplitterOptions): ImageSplitter {
  const start = takesLinks ? linkStart : imageStart;
  /** A text that may become an image, or the end of one; never long. */
  let held = '';
  let image: OpenImage | null = null;

  const finishImage = (): void => {
    if (image) onImage({ alt: image.alt, url: image.url.join('') });
    image = null;
  };
  /** Answers what follows the image; null when all of the text belongs to it. */
  const takeImage = (open: OpenImage, text: string): string | null => {
    const end = open.isUrlWhole ? 0 : text.search(urlEnd);
    if (!open.isUrlWhole) open.url.push(end < 0 ? text : text.slice(0, end));
    if (end < 0) return null;
    open.isUrlWhole = true;
    // A title may stand between the URL and the bracket; without the bracket what follows is text.
    const close = text.slice(end, end + maxAltLength).search(/[)\n]/);
    if (close < 0 && text.length - end < maxAltLength) {
      held = text.slice(end);
      return null;
    }
    finishImage();
    return text[end + close] === ')' ? text.slice(end + close + 1) : text.slice(end);
  };
  /** Hands plain text on; answers what follows the start of the next image, null when there is none. */
  const takeText = (text: string): string | null => {
    for (let at = text.indexOf('!'); at >= 0; at = text.indexOf('!', at + 1)) {
      const candidate = text.slice(at, at + maxAltLength);
      const match = start.exec(candidate);
      const isHeld = !match && candidate.length < maxAltLength && possibleStart.test(candidate);
      if (!match && !isHeld) continue;
      onText(text.slice(0, at));
      if (match) image = { alt: match[1] ?? '', url: [], isUrlWhole: false };
      else held = text.slice(at);
      return match ? text.slice(at + match[0].length) : null;
    }
    onText(text);
    return null;
  };
  return {
    append(piece) {
      let rest: string | null = held + piece;
      held = '';
      while (rest !== null && rest !== '') rest = image ? takeImage(image, rest) : takeText(rest);
    },
    end({ isWhole }) {
      if (image && isWhole) finishImage();
      if (held !== '' && !image) onText(held);
      held = '';
    },
  };
}

interface OpenImage {
  readonly alt: string;
  /** Its pieces: megabytes, often in thousands of them. */
  readonly url: string[];
  isUrlWhole: boolean;
}
