import { maxChatTextLength } from '../../core/task/gatewayPort.ts';

export type ChatText = ReturnType<typeof createChatText>;

interface ChatTextOptions {
  readonly takesLinks: boolean;
  /** Called for each image of the text. Returns the URL that replaces it in `marked`, or null if it is not an image. */
  readonly onImage: (url: string) => string | null;
}

export function createChatText({ takesLinks, onImage }: ChatTextOptions) {
  // These strings are ropes: they are joined when they are read, not with each piece.
  let [raw, plain, marked] = ['', '', ''];
  let lastItem: number | null = null;
  const addText = (text: string): void => {
    marked += text;
    if (plain.length < maxChatTextLength) plain += text;
  };
  const splitter = createImageSplitter({
    takesLinks,
    onText: addText,
    onImage({ alt, url }) {
      const source = onImage(url);
      if (source === null) addText(`![${alt}](${url})`);
      else marked += `![${alt}](${source})`;
    },
  });
  const append = (piece: string): void => {
    raw += piece;
    splitter.append(piece);
  };
  return {
    /** Appends a piece. The text of another item begins a paragraph. The whole text of one does not follow its pieces. */
    append(
      piece: string,
      { item = 0, isWhole = false }: { readonly item?: number; readonly isWhole?: boolean } = {},
    ): void {
      if (isWhole && lastItem === item) return;
      append(lastItem === null || lastItem === item ? piece : `\n\n${piece}`);
      lastItem = item;
    },
    /** Appends what `whole` adds to the pieces. Returns false if `whole` does not continue them. */
    complete(whole: string): boolean {
      // Compare the length first, because comparing the strings joins the rope.
      const isGrown = whole.length >= raw.length && whole.startsWith(raw);
      if (isGrown) append(whole.slice(raw.length));
      return isGrown;
    },
    end: splitter.end,
    /** The text without images, cut to a sensible length. */
    plain: (): string => cutChatText(plain),
    /** The whole text, with placeholders for its images. */
    marked: (): string => marked,
  };
}

/** Cuts to at most `maxChatTextLength` UTF-16 units, never inside a character. */
export function cutChatText(text: string): string {
  if (text.length <= maxChatTextLength) return text;
  const isInside = /[\uD800-\uDBFF]/.test(text[maxChatTextLength - 1] ?? '');
  return text.slice(0, maxChatTextLength - (isInside ? 1 : 0));
}

interface SplitterOptions {
  /** Whether `https:` images count too, in addition to those in a `data:` URL. */
  readonly takesLinks: boolean;
  readonly onText: (text: string) => void;
  /** Called for each `![alt](url)`. */
  readonly onImage: (image: { readonly alt: string; readonly url: string }) => void;
}

/** A longer text is not a description. */
const maxAltLength = 1_000;

/** Match the start of an image up to its URL. `possibleStart` matches text that may still become one. */
const imageStart = /^!\[([^\]\n]*)\]\(\s{0,8}<?(?=data:)/i;
const linkStart = /^!\[([^\]\n]*)\]\(\s{0,8}<?(?=data:|https?:)/i;
const possibleStart = /^!(?:\[[^\]\n]*(?:\](?:\(\s{0,8}(?:<?[a-z]{0,5}:?)?)?)?)?$/i;
const urlEnd = /[)>\s]/;

/** Extracts the images from Markdown that arrives in pieces. Takes linear time, however the text is split. */
function createImageSplitter({ takesLinks, onText, onImage }: SplitterOptions) {
  const start = takesLinks ? linkStart : imageStart;
  /** Text that may become an image, or may end one. Never long. */
  let held = '';
  let image: OpenImage | null = null;

  const finishImage = (): void => {
    if (image) onImage({ alt: image.alt, url: image.url.join('') });
    image = null;
  };
  /** Returns the text after the image. Null if all of the text belongs to the image. */
  const takeImage = (open: OpenImage, text: string): string | null => {
    const end = open.isUrlWhole ? 0 : text.search(urlEnd);
    if (!open.isUrlWhole) open.url.push(end < 0 ? text : text.slice(0, end));
    if (end < 0) return null;
    open.isUrlWhole = true;
    // A title may follow the URL before the bracket. Without the bracket, the rest is text.
    const close = text.slice(end, end + maxAltLength).search(/[)\n]/);
    if (close < 0 && text.length - end < maxAltLength) {
      held = text.slice(end);
      return null;
    }
    finishImage();
    return text[end + close] === ')' ? text.slice(end + close + 1) : text.slice(end);
  };
  /** Passes plain text on. Returns the text after the start of the next image, or null if there is no image. */
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
    append(piece: string): void {
      let rest: string | null = held + piece;
      held = '';
      while (rest !== null && rest !== '') rest = image ? takeImage(image, rest) : takeText(rest);
    },
    /** Must be called after the last piece. `isWhole`: an image that has begun counts as finished. */
    end: ({ isWhole }: { readonly isWhole: boolean }): void => {
      if (image && isWhole) finishImage();
      if (held !== '' && !image) onText(held);
      held = '';
    },
  };
}

interface OpenImage {
  readonly alt: string;
  /** Pieces of the URL. It may have megabytes, often in thousands of pieces. */
  readonly url: string[];
  isUrlWhole: boolean;
}
