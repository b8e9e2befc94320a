import { maxChatTextLength } from '../../core/task/gatewayPort.ts';
import { createImageSplitter } from './imageSplitter.ts';

/** The text of one choice as it grows. */
export interface ChatText {
  /** Appends a piece. The text of another item begins a paragraph. */
  append(piece: string, item?: number): void;
  /** Appends what `whole` adds to the pieces. Returns false if `whole` does not continue them. */
  complete(whole: string): boolean;
  end(options: { readonly isWhole: boolean }): void;
  /** The text without images, cut to a sensible length. */
  readonly plain: () => string;
  /** The whole text, with placeholders for its images. */
  readonly marked: () => string;
}

export interface ChatTextOptions {
  readonly takesLinks: boolean;
  /** Called for each image of the text. Returns the URL that replaces it in `marked`, or null if it is not an image. */
  readonly onImage: (url: string) => string | null;
}

export function createChatText({ takesLinks, onImage }: ChatTextOptions): ChatText {
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
      const mark = onImage(url);
      if (mark === null) addText(`![${alt}](${url})`);
      else marked += `![${alt}](${mark})`;
    },
  });
  const append = (piece: string): void => {
    raw += piece;
    splitter.append(piece);
  };
  return {
    append(piece, item = 0) {
      append(lastItem === null || lastItem === item ? piece : `\n\n${piece}`);
      lastItem = item;
    },
    complete(whole) {
      // Compare the length first, because comparing the strings joins the rope.
      const isGrown = whole.length >= raw.length && whole.startsWith(raw);
      if (isGrown) append(whole.slice(raw.length));
      return isGrown;
    },
    end: (options) => splitter.end(options),
    plain: () => cutText(plain),
    marked: () => marked,
  };
}

/** Cuts to at most `maxChatTextLength` UTF-16 units, never inside a character. */
export function cutText(text: string): string {
  if (text.length <= maxChatTextLength) return text;
  const isInside = /[\uD800-\uDBFF]/.test(text[maxChatTextLength - 1] ?? '');
  return text.slice(0, maxChatTextLength - (isInside ? 1 : 0));
}
